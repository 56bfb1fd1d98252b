import type { Diagnosis } from '@slipway/diagnosis';
import type { HiddenPeople } from '@slipway/domain';
import type { Logger, Settings } from '@slipway/runtime';
import type { WorkerMetrics } from '../worker-metrics.js';
import { packEvidence } from './evidence-pack.js';
import { parseWording, type Wording, wordingMessages } from './wording.js';

export interface RewordOptions {
  /** People whose names are hidden from the model. */
  readonly people: HiddenPeople;
  readonly signal: AbortSignal;
}

/** Rewords findings. Resolves to null on failure; the finding then keeps its text. */
export interface LanguageModel {
  reword(finding: Diagnosis, options: RewordOptions): Promise<Wording | null>;
}

type ModelSettings = Pick<
  Settings,
  'INVESTIGATION_LLM_URL' | 'INVESTIGATION_LLM_MODEL' | 'INVESTIGATION_LLM_KEY' | 'INVESTIGATION_LLM_TIMEOUT_MS'
>;

/** Far more than a response of a few sentences needs. */
const MAX_BYTES = 64 * 1024;
const MAX_TOKENS = 800;

/** Null unless an endpoint is configured. It uses OpenAI's chat completions API, which most model servers offer. */
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
        const wording = parseWording(await complete(settings, wordingMessages(pack), signal), pack);
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

async function complete(settings: ModelSettings, messages: unknown, signal: AbortSignal): Promise<string> {
  const { INVESTIGATION_LLM_URL: url, INVESTIGATION_LLM_KEY: key, INVESTIGATION_LLM_MODEL: model } = settings;
  const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({
      model,
      messages,
      temperature: 0,
      max_tokens: MAX_TOKENS,
      response_format: { type: 'json_object' },
    }),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(settings.INVESTIGATION_LLM_TIMEOUT_MS)]),
  });
  const body = await readBounded(response);
  if (!response.ok) throw new Error(`response status ${response.status}`);
  return contentOf(body);
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function contentOf(body: string): string {
  const parsed = parse(body) as { choices?: { message?: { content?: unknown } }[] } | null;
  const content = parsed?.choices?.[0]?.message?.content;
  if (typeof content !== 'string') throw new Error('the response contains no message');
  return content;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new Error('the response is not JSON', { cause: error });
  }
}
