import fc from 'fast-check';

/** The characters of fast-check's `binary`, which takes a second to build a table of them all. */
export const anyCharacter = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
