import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** The files of an input item, and those of the output. */
export interface Files {
	/** @throws NodeOperationError when the item has no file in that field */
	read(field: string): Promise<{ bytes: Buffer; name: string; contentType: string }>;
	/** Stores a file for the output. */
	store(bytes: Buffer, name?: string, contentType?: string): Promise<IBinaryData>;
}

/** An output item with a file. */
export class FileItem {
	constructor(
		readonly json: IDataObject,
		readonly file: IBinaryData,
	) {}
}

export function filesOf(context: IExecuteFunctions, itemIndex: number): Files {
	return {
		async read(field) {
			const { fileName, mimeType } = context.helpers.assertBinaryData(itemIndex, field);
			const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, field);
			return { bytes, name: fileName ?? 'file', contentType: mimeType };
		},
		store: async (bytes, name, contentType) =>
			await context.helpers.prepareBinaryData(bytes, name, contentType),
	};
}
