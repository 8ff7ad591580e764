/**
 * Jest reads the code of this repository anew for each test file, and looks for changes wherever a module is
 * loaded. Here a worker keeps what it has read and transformed, unless Jest watches for changes.
 */
const { default: Runtime } = require('jest-runtime');

/** By file. Jest would clear them after each test file. */
const texts = Object.assign(new Map(), { clear: () => undefined });
const transformed = new Map();

module.exports = class SharedRuntime extends Runtime {
	constructor(config, environment, resolver, transformer, ownTexts, coverage, file, global) {
		const transform = (source, ...rest) => {
			if (!transformed.has(source)) transformed.set(source, transformer.transform(source, ...rest));
			return transformed.get(source);
		};
		const keeping = Object.create(transformer, { transform: { value: transform } });
		const kept = global.watch || global.watchAll ? [transformer, ownTexts] : [keeping, texts];
		super(config, environment, resolver, ...kept, coverage, file, global);
	}
};
