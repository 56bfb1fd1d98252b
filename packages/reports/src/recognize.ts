import { formats } from './registry.js';
import { readHead } from './report-head.js';
import { decodeHead } from './text/decode-text.js';

export type FormatName = keyof typeof formats;

export const FORMAT_NAMES = Object.keys(formats) as FormatName[];

/** How much of a file `recognize` needs. */
export const HEAD_BYTES = 65_536;

export const isFormatName = (name: string): name is FormatName => Object.hasOwn(formats, name);

/**
 * The format of a file, by its first bytes; null if it is none. With `formatName`, null also if the file is of another
 * format.
 */
export function recognize(head: Uint8Array | string, formatName?: string): FormatName | null {
  const text = typeof head === 'string' ? head.slice(0, HEAD_BYTES) : decodeHead(head.subarray(0, HEAD_BYTES));
  const found = readHead(text);
  const name = FORMAT_NAMES.find((each) => formats[each].matches(found)) ?? null;
  return formatName === undefined || formatName === name ? name : null;
}
