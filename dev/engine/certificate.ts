import { crypto } from '../platform';

/** A value as ASN.1 DER: its tag, its length, its content. */
function der(tag: number, ...content: Buffer[]): Buffer {
	const body = Buffer.concat(content);
	const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const sequence = (...content: Buffer[]) => der(0x30, ...content);
/** A moment as YYMMDDHHMMSSZ. */
function time(ms: number): Buffer {
	const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
	return der(0x17, Buffer.from(digits.slice(2)));
}

/** 1.2.840.10045.4.3.2 */
const ECDSA_WITH_SHA256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
/** 2.5.4.3, common name */
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));
const DAY_MS = 86_400_000;

/** A certificate that nobody trusts: signed by itself (X.509 version 1, RFC 5280, 4.1). */
export function selfSigned(host: string): { key: string; cert: string } {
	const { privateKey, publicKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(host)))));
	const now = Date.now();
	const toBeSigned = sequence(
		der(0x02, Buffer.from([1])),
		ECDSA_WITH_SHA256,
		name,
		sequence(time(now - DAY_MS), time(now + DAY_MS)),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
	);
	const signature = crypto.sign('sha256', toBeSigned, privateKey);
	const certificate = sequence(
		toBeSigned,
		ECDSA_WITH_SHA256,
		der(0x03, Buffer.from([0]), signature),
	);
	const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
	return {
		key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
		cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
	};
}
