/**
 * Starts the files that wait for minutes first, so that nothing waits for them alone at the end. Of files
 * that it has not run before, Jest starts the largest first, but these are small.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

const SLOWEST =
	/(examplesReplies|outage|releases|unreachable|queue\/(layout|lostServices|sharedWebhook))\.test\.ts$/;

module.exports = class extends Sequencer {
	async sort(tests) {
		const sorted = [...(await super.sort(tests))];
		const isSlow = ({ path }) => SLOWEST.test(path);
		return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
	}
};
