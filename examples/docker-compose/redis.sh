#!/bin/sh
# Starts Redis, and has it listen on a port once its data are loaded: redis.sh PORT [OPTION]...
#
# Until they are, Redis answers every command with an error ("LOADING"), which n8n takes for the failure
# of what it is running. Where it can't connect, it waits.
port=$1
shift
socket=/tmp/redis-$port.sock
( (
	until redis-cli -s "$socket" ping 2>&1 | grep -q PONG; do
		kill -0 $$ || exit
		sleep 0.1
	done
	redis-cli -s "$socket" config set port "$port"
) & )
exec redis-server --port 0 --unixsocket "$socket" "$@"
