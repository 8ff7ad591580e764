import { z } from 'zod';
import { resources } from '../../../nodes/PublicOutreach/resources';
import { MAX_FIELDS, simplified } from '../../../nodes/PublicOutreach/fields/shapes';
import { choicesOf } from '../operations/properties';
import { allFields, read, rule, ux } from './rules';

const outputs = allFields.filter(
	({ where, property }) => property.name === 'output' && where.includes('.'),
);

const deletions = resources
	.flatMap(({ operations }) => operations)
	.filter(({ name }) => name.startsWith('Delete'));

/** A whole run is in test/engine/operations/output.test.ts. */
rule(ux('deleting-operations-output'), 'what deletes puts out { deleted: true }', () => {
	expect(deletions.map(({ action }) => action)).not.toEqual([]);
	for (const { action, output } of deletions) {
		const { shape } = z.instanceof(z.ZodObject).parse(output);
		const accepts = [true, undefined].map((value) => shape.deleted?.safeParse(value).success);
		expect([action, accepts]).toEqual([action, [true, false]]);
	}
});

it('what deletes says so where it is chosen and where it is filled in', () => {
	for (const { action, properties } of deletions) {
		const notices = properties.filter(({ type }) => type === 'notice');
		const texts = notices.map(({ displayName }) => displayName);
		expect(action).toMatch(/^Permanently delete /);
		expect([action, texts]).toEqual([action, [expect.stringContaining('permanently')]]);
	}
});

/** Runs of every operation are in test/engine/operations/output.test.ts. */
rule(ux('simplifying-output-fields'), 'a simplified object has ten fields, preferred first', () => {
	const large = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index]));

	expect(MAX_FIELDS).toBe(10);
	const keys = Object.keys(simplified(large, ['f20', 'f10']));
	expect(keys).toHaveLength(10);
	expect(keys.slice(0, 3)).toEqual(['f20', 'f10', 'f0']);
});

rule(ux('ai-tool-nodes-output-parameter'), 'Output is Simplified, Raw or Selected Fields', () => {
	expect(outputs.length).toBeGreaterThanOrEqual(16);
	for (const { where, property } of outputs) {
		const names = choicesOf(property).map(({ name }) => name);
		expect([where, names]).toEqual([where, ['Raw', 'Selected Fields', 'Simplified']]);
	}
});

rule(ux('ai-tool-nodes-output-parameter'), 'a tool of an agent is set to Simplified', () => {
	const presets = outputs.map(({ property: { displayOptions, default: preset } }) => {
		const isTool = displayOptions?.show?.['@tool']?.[0] === true;
		return `${isTool ? 'tool' : 'canvas'}: ${preset}`;
	});

	expect([...new Set(presets)].sort()).toEqual(['canvas: raw', 'tool: simplified']);
});

/** Output is on the canvas too, where n8n has a toggle: one field for both. */
rule(ux('normal-nodes-simplify-parameter'), 'Output replaces Simplify: a deviation', () => {
	expect(allFields.filter(({ property }) => property.name === 'simplify')).toEqual([]);
	expect(read('docs/verification.md')).toMatch(/^\| _Output_ instead of _Simplify_ /m);
});
