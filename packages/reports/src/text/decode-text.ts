/** How a file's bytes become text. `encoding` is a label that TextDecoder knows. */
const DECLARED = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/;

/**
 * The encoding of a file, by its byte order mark, by the zeros in it, or as the XML declaration says. .NET writes
 * `encoding="utf-16"` into files that are UTF-8, so the declaration is not believed for that.
 */
export function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (isMarkup(head[0]) && head[1] === 0) return 'utf-16le';
  if (head[0] === 0 && isMarkup(head[1])) return 'utf-16be';
  const declared = DECLARED.exec(Buffer.from(head.subarray(0, 400)).toString('latin1'))?.[1];
  return declared !== undefined && !/^(?:utf-?16|ucs-?2|iso-10646)/i.test(declared) && isKnown(declared)
    ? declared
    : 'utf-8';
}

/** Whether a byte begins an XML or JSON file. */
const isMarkup = (byte: number | undefined) =>
  byte === 0x3c || byte === 0x5b || byte === 0x7b || byte === 0x20 || byte === 0x0a || byte === 0x0d;

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

const PIECE_BYTES = 65_536;

/** The text of a file in pieces of bounded length. Invalid bytes become U+FFFD. */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      yield decoder.decode(chunk.subarray(start, start + PIECE_BYTES), { stream: true });
    }
  }
  yield decoder.decode();
}

/** The text of the first bytes of a file. */
export function decodeHead(head: Uint8Array): string {
  return new TextDecoder(encodingOf(head)).decode(head, { stream: true });
}
