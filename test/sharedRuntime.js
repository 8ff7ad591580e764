/**
 * Jest reads the code of this repository anew for each test file, and looks for changes wherever a module is
 * loaded. Here a worker keeps what it has read and transformed, unless Jest watches for changes.
 */
const { default: Runtime } = require('jest-runtime');

/** By file. Jest would clear them after each test file. */
const texts = Object.assign(new Map(), { clear: () => undefined });
const transformed = new Map();

module.exports = class SharedRuntime extends Runtime {
	constructor(config, environment, resolver, transformer, ownTexts, coverage, file, globalConfig) {
		const transform = (name, ...rest) => {
			if (!transformed.has(name)) transformed.set(name, transformer.transform(name, ...rest));
			return transformed.get(name);
		};
		const keeping = Object.create(transformer, { transform: { value: transform } });
		const { watch, watchAll } = globalConfig;
		const kept = watch || watchAll ? [transformer, ownTexts] : [keeping, texts];
		super(config, environment, resolver, ...kept, coverage, file, globalConfig);
	}
};
