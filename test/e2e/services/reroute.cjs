// Preloaded into n8n (node --require): what its nodes send to these hosts over https goes to a server of the test.
const http = require('node:http');
const https = require('node:https');

const { hosts, port } = JSON.parse(process.env.PUBLIC_OUTREACH_REROUTE);
const send = https.request;

https.request = (...args) => {
	const options = args.find((arg) => typeof arg === 'object' && !(arg instanceof URL)) ?? {};
	const url = args[0] instanceof URL ? args[0] : undefined;
	const host = url?.hostname ?? options.hostname ?? options.host;
	if (!hosts.includes(host)) return send(...args);
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
		port,
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
