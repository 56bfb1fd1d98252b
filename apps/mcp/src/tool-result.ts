import type { CallToolResult } from '@modelcontextprotocol/server';
import { MAX_PAGE_SIZE } from '@slipway/contracts';
import Type, { type TObject } from 'typebox';
import { boundData } from './bound-data.js';
import type { Answer } from './define-tool.js';
import { fence, UNTRUSTED_NOTICE } from './fence.js';
import { renderText } from './render-text.js';

/** The schema of a tool's structured content: its own output, and the remarks that every result has. */
export function resultSchema(output: TObject): TObject {
  return Type.Object({
    ...output.properties,
    notice: Type.String({ description: 'How to treat the texts in this result.' }),
    omitted: Type.Array(Type.String(), {
      description: 'What was cut so that the result fits; empty if nothing was.',
    }),
  });
}

/** Writes an answer as structured content and as compact text in which everything from outside is fenced. */
export function toToolResult({ summary, data, render, next = [] }: Answer<object>): CallToolResult {
  const { data: bounded, omitted } = boundData(data);
  const parts = [
    summary,
    fence(render === undefined ? renderText(bounded) : render(bounded)),
    ...(omitted.length === 0 ? [] : [`Omitted to keep this short: ${omitted.join('; ')}.`]),
    ...pagingHint(data),
    ...next,
  ];
  return {
    content: [{ type: 'text', text: parts.join('\n\n') }],
    structuredContent: { ...bounded, notice: UNTRUSTED_NOTICE, omitted: [...omitted] },
  };
}

interface Paged {
  readonly pagination?: { readonly has_more?: boolean; readonly next_cursor?: string | null };
}

function pagingHint(data: object): string[] {
  const { pagination } = data as Paged;
  if (pagination?.has_more !== true) return [];
  const cursor = pagination.next_cursor;
  return typeof cursor === 'string'
    ? [`There are more rows: call again with the same filters and cursor "${cursor}".`]
    : [
        `There are more rows than this list returns: narrow the filters, or raise limit (at most ${MAX_PAGE_SIZE}).`,
      ];
}
