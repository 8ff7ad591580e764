import type { INodeExecutionData } from 'n8n-workflow';
import type { WriteLog } from '../../shared/api/writeLog';

/** How much of each object to output, as the user chose it. */
export interface ChosenForm {
	form: string;
	/** The fields of the form `selected`. */
	names: string[];
}

/**
 * Work that succeeds or fails as a whole: for one item, or for several that are sent together. The units are
 * the memory of a run: their fields show what a later attempt must not repeat.
 */
export interface Unit {
	/** The input items that it covers, at least one. */
	indexes: number[];
	/** The result of `parse` and `combine`. */
	input: unknown;
	form?: ChosenForm;
	timeoutMs: number;
	/** True: each item gets a copy of the output. False (a write): one output for all items. */
	isRead: boolean;
	/** The writes that it has sent, in all attempts. */
	writes: WriteLog;
	/** The result of `prepare`, once it succeeded. */
	prepared?: { value: unknown };
	/** The output of each item, in their order, once the unit succeeded. */
	outputs?: INodeExecutionData[][];
	/**
	 * Why it is not sent, or not again: the input is invalid, or a write may have been carried out. A later
	 * attempt reports the same error without reading again, because a read could already see that write.
	 */
	error?: Error;
}
