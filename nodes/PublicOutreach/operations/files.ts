import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** A file of an input item. */
export interface InputFile {
	name: string;
	contentType: string;
	bytes(): Promise<Buffer>;
}

/** An output item with a file. */
export class FileItem {
	constructor(
		readonly json: IDataObject,
		readonly file: IBinaryData,
	) {}
}

/**
 * Finds the file in a binary field of an item, without reading it.
 *
 * @returns a function that throws a NodeOperationError if the item has no file in that field
 */
export function filesOf(
	context: IExecuteFunctions,
	itemIndex: number,
): (field: string) => InputFile {
	return (field) => {
		const { fileName, mimeType } = context.helpers.assertBinaryData(itemIndex, field);
		const bytes = async () => await context.helpers.getBinaryDataBuffer(itemIndex, field);
		return { name: fileName ?? 'file', contentType: mimeType, bytes };
	};
}
