import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

/** The platform's own IANA time zones; needs neither the service nor a credential. */
export async function getTimeZones(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
		(zone) => ({ name: zone.replaceAll('_', ' '), value: zone }),
	);
}
