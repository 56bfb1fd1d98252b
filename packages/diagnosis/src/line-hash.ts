import { maskLine } from './lines.js';

/** A hash of a line's text without numbers, hashes and addresses (FNV-1a over UTF-16 units, 32 bits). */
export function hashLine(text: string): number {
  const masked = maskLine(text);
  let hash = 0x811c9dc5;
  for (let index = 0; index < masked.length; index += 1) {
    hash = Math.imul(hash ^ masked.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
