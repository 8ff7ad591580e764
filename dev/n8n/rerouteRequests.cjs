// Preloaded into n8n (node --require): requests of its nodes to these hosts over https go to ports of this machine.
const http = require('node:http');
const https = require('node:https');

const ports = JSON.parse(process.env.PUBLIC_OUTREACH_REROUTE);
const send = https.request;

https.request = (...args) => {
	const options = args.find((arg) => typeof arg === 'object' && !(arg instanceof URL)) ?? {};
	const url = args[0] instanceof URL ? args[0] : undefined;
	const host = url?.hostname ?? options.hostname ?? options.host;
	if (!Object.hasOwn(ports, host)) return send(...args);
	const path = url ? url.pathname + url.search : options.path;
	const { agent, agents, nativeProtocols, ...rest } = options;
	const headers = { ...options.headers, host };
	const rerouted = {
		...rest,
		path,
		headers,
		protocol: 'http:',
		hostname: '127.0.0.1',
		host: '127.0.0.1',
		port: ports[host],
	};
	return http.request(
		rerouted,
		args.find((arg) => typeof arg === 'function'),
	);
};
https.get = (...args) => {
	const request = https.request(...args);
	request.end();
	return request;
};
