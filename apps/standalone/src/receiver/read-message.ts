import {
  type Destination,
  destinations,
  escapeHtml,
  isObject,
  type Json,
  type ShownMessage,
  textOf,
} from '@slipway/destinations';

/** The body as JSON; a body that is none becomes a text. */
export function parseBody(body: string): Json {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : { text: body };
  } catch {
    return { text: body };
  }
}

/** Reads a message as the first kind of channel whose message it can be. Anyone can post, so it may be for none. */
export function readMessage(body: string): ShownMessage {
  const json = parseBody(body);
  for (const { read } of Object.values<Destination<never>>(destinations)) {
    const message = read?.(json) ?? null;
    if (message !== null) return message;
  }
  const title = escapeHtml(textOf(json.text) || 'Message');
  return { kind: 'Other', tone: 'neutral', title, content: [], facts: [], footer: '' };
}
