import type { Diagnosis } from '@slipway/diagnosis';
import type { HiddenPeople } from '@slipway/domain';
import type { Logger, Settings } from '@slipway/runtime';
import type { WorkerMetrics } from '../worker-metrics.js';
import { packEvidence } from './evidence-pack.js';
import { readWording, type Wording, wordingMessages } from './wording.js';

/** What belongs to one question. */
export interface Asking {
  /** Whose names the model is not told. */
  readonly people: HiddenPeople;
  readonly signal: AbortSignal;
}

/** Puts findings into other words; null whenever that fails, and the finding stays as it is. */
export interface LanguageModel {
  reword(finding: Diagnosis, asking: Asking): Promise<Wording | null>;
}

type ModelSettings = Pick<
  Settings,
  'INVESTIGATION_LLM_URL' | 'INVESTIGATION_LLM_MODEL' | 'INVESTIGATION_LLM_KEY' | 'INVESTIGATION_LLM_TIMEOUT_MS'
>;

/** An answer of a few sentences is far smaller. */
const MOST_BYTES = 64 * 1024;
const MOST_TOKENS = 800;

/** Null unless an endpoint is set. It speaks the chat completions of OpenAI, as most servers of models do. */
export function createLanguageModel(
  settings: ModelSettings,
  { logger, metrics }: { logger: Logger; metrics: Pick<WorkerMetrics, 'wordings'> },
): LanguageModel | null {
  if (settings.INVESTIGATION_LLM_URL === '') return null;
  return {
    async reword(finding, { people, signal }) {
      const pack = packEvidence(finding, people);
      if (pack.lines.length === 0) return null;
      try {
        const wording = readWording(await ask(settings, wordingMessages(pack), signal), pack);
        if (typeof wording === 'string') throw new Error(wording);
        metrics.wordings.inc({ outcome: 'used' });
        return wording;
      } catch (error) {
        metrics.wordings.inc({ outcome: 'dropped' });
        const reason = error instanceof Error ? error.message : 'unknown';
        logger.warn({ reason }, 'wording of the language model dropped');
        return null;
      }
    },
  };
}

async function ask(settings: ModelSettings, messages: unknown, signal: AbortSignal): Promise<string> {
  const { INVESTIGATION_LLM_URL: url, INVESTIGATION_LLM_KEY: key, INVESTIGATION_LLM_MODEL: model } = settings;
  const answer = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({
      model,
      messages,
      temperature: 0,
      max_tokens: MOST_TOKENS,
      response_format: { type: 'json_object' },
    }),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(settings.INVESTIGATION_LLM_TIMEOUT_MS)]),
  });
  const body = await readBounded(answer);
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  return contentOf(body);
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function contentOf(body: string): string {
  const parsed = parse(body) as { choices?: { message?: { content?: unknown } }[] } | null;
  const content = parsed?.choices?.[0]?.message?.content;
  if (typeof content !== 'string') throw new Error('the answer holds no message');
  return content;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new Error('the answer is no JSON', { cause: error });
  }
}
