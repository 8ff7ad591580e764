import type { Cause } from './failure';

interface NetworkFailure {
	codes: RegExp;
	message: string;
	advice: string;
	cause?: Cause;
}

/** Network failures that n8n users can fix. Codes: Node.js, errno and TLS. */
export const FAILURES: NetworkFailure[] = [
	{
		codes: /^(ENOTFOUND|EAI_AGAIN)$/,
		message: "The service's host name could not be resolved",
		advice: 'Check the base URL in the credential, and the name resolution of the n8n server',
	},
	{
		codes: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/,
		message: 'Nothing answers at the base URL',
		advice: 'Check the base URL and its port in the credential',
		cause: 'temporarily-unavailable',
	},
	{
		codes: /^(EPROTO|ERR_SSL_.*)$/,
		message: 'No secure connection to the service could be made',
		advice:
			'Check the base URL in the credential: the port may be one for http:// instead of https://',
	},
	{
		codes: /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|HOSTNAME_MISMATCH|INVALID_CA/,
		message: "The service's certificate is not trusted",
		advice:
			'Check the base URL in the credential. If a proxy or a certificate authority of your own is in between, make n8n trust it with NODE_EXTRA_CA_CERTS',
	},
	{
		codes: /^(TIMEOUT|ETIMEDOUT|ECONNABORTED)$/,
		message: 'The service did not answer in time',
		advice: 'Try again later, or allow it more time with the option Timeout (Seconds)',
		cause: 'temporarily-unavailable',
	},
	{
		codes: /^(ECONNRESET|EPIPE|ERR_BAD_RESPONSE)$/,
		message: 'The connection broke before the answer was complete',
		advice: 'Try again later',
		cause: 'temporarily-unavailable',
	},
];

/** Codes after which nothing can have reached the service. */
export const NEVER_SENT =
	/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$|CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/;
