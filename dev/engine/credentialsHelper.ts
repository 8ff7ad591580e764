import {
	ICredentialsHelper,
	type GenericValue,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';
import { PublicOutreachApi } from '../../credentials/PublicOutreachApi.credentials';

/** The real credential class with one set of values, in place of n8n's credentials in its database. */
export class OneCredential extends ICredentialsHelper {
	private readonly type = new PublicOutreachApi();

	private readonly data: ICredentialDataDecryptedObject;

	constructor(data: Record<string, GenericValue>) {
		super();
		this.data = data as ICredentialDataDecryptedObject;
	}

	override getParentTypes() {
		return [];
	}

	override isCredentialUsableByNode() {
		return true;
	}

	override async authenticate(data: ICredentialDataDecryptedObject, _type: string, options: never) {
		return await this.type.authenticate(data, options as IHttpRequestOptions);
	}

	override async preAuthentication() {
		return undefined;
	}

	override async runPreAuthentication() {
		return undefined;
	}

	override async getCredentials(): Promise<never> {
		throw new Error('Only decrypted credentials are needed');
	}

	override async getDecrypted() {
		return this.data;
	}

	override async updateCredentials() {}

	override async updateCredentialsOauthTokenData() {}

	override getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}
