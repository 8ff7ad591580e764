/** A chat model that says what a test has written down, behind the interface that n8n's OpenAI node uses. */
import { listen } from './ports';
import { http, streamConsumers } from '../platform';
import { z } from 'zod';

const requestSchema = z.object({
	messages: z.array(z.object({ role: z.string(), content: z.unknown() }).passthrough()),
	tools: z
		.array(
			z.object({
				function: z.object({
					name: z.string(),
					description: z.string(),
					parameters: z.record(z.unknown()),
				}),
			}),
		)
		.default([]),
});

/** A turn of the model: it calls a tool, or says something, which ends the conversation. */
export type Turn = { tool: string; with: Record<string, unknown> } | { say: string };

export type ScriptedModel = Awaited<ReturnType<typeof startScriptedModel>>;

export async function startScriptedModel(turns: Turn[]) {
	const requests: Array<z.infer<typeof requestSchema>> = [];
	const server = http.createServer(async (request, response) => {
		requests.push(requestSchema.parse(await streamConsumers.json(request)));
		const turn = turns[requests.length - 1] ?? { say: 'My script has ended' };
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(completion(turn, requests.length)));
	});
	return {
		/** The base URL for n8n's OpenAI credential. */
		url: `${await listen(server)}/v1`,
		/** The requests to the model, turn by turn. */
		requests,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function completion(turn: Turn, number: number) {
	const message =
		'say' in turn
			? { role: 'assistant', content: turn.say }
			: { role: 'assistant', content: null, tool_calls: [toolCall(turn, number)] };
	return {
		id: `turn-${number}`,
		object: 'chat.completion',
		created: 1_700_000_000 + number,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: 'say' in turn ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function toolCall(turn: { tool: string; with: Record<string, unknown> }, number: number) {
	const call = { name: turn.tool, arguments: JSON.stringify(turn.with) };
	return { id: `call-${number}`, type: 'function', function: call };
}
