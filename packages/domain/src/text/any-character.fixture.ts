import fc from 'fast-check';

/** The same characters as fast-check's `binary`, which takes a second to build a table of all of them. */
export const anyCharacter = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
