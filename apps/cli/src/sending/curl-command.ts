import type { WebhookRequest } from './post-webhook.js';

/** A curl command that sends the same request from a shell. */
export function curlCommand({ url, headers, body }: WebhookRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [`curl -sS ${quoted(url)}`, ...lines, `--data-binary ${quoted(body)}`].join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
