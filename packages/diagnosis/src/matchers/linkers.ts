import { defineFamily, WEIGHT } from '../matcher.js';

const DEFINE_IT =
  'Define the symbol, or link the library or module that defines it. After a rename, look for places that still use the old name.';

export const family = defineFamily({
  name: 'Linkers',
  matchers: [
    {
      id: 'msvc-unresolved',
      hints: ['lnk2001', 'lnk2019'],
      pattern:
        /^\s{0,8}(?<file>[^:]{0,200}?)(?:\(\w[^)]{0,100}\))? ?: .{0,30}\bLNK20(?:01|19)\b[^"“„«‘]{0,80}["“„«‘ ]{1,3}(?<symbol>[^"”“»’]{1,200})/,
      category: 'link',
      weight: WEIGHT.exact,
      message: 'The linker cannot find the definition of a symbol',
      fix: `${DEFINE_IT} In Unreal, the module belongs in the Build.cs file and the symbol needs its API macro.`,
    },
    {
      id: 'msvc-link-input',
      hints: ['lnk1104', 'lnk1181'],
      pattern: /\bLNK1(?:104|181)\b[^'"“„«‘]{0,60}['"“„«‘](?<symbol>[^'"”“»’]{1,200})/,
      category: 'link',
      weight: WEIGHT.exact,
      message: 'The linker cannot open one of its files',
      fix: 'Check that the library is built before it is linked and that its folder is searched; a running program also locks its own file.',
    },
    {
      id: 'msvc-link-error',
      hints: [' lnk'],
      pattern:
        /^\s{0,8}(?<file>[^:]{0,200}?)(?:\(\w[^)]{0,100}\))? ?: (?!warning)[^:]{1,40}\bLNK(?!1120|1169)[1-3]\d{3}\b/,
      category: 'link',
      weight: WEIGHT.decisive,
      message: 'The linker reports an error',
      fix: 'Look up the LNK code; for a symbol defined twice, keep one definition and declare it in the header only.',
    },
    {
      id: 'msvc-link-summary',
      hints: ['lnk1120', 'lnk1169'],
      pattern: /\bLNK1(?:120|169)\b/,
      category: 'link',
      weight: WEIGHT.general,
      message: 'The linker gave up',
      advice: 'The errors before this line name the symbols.',
    },
    {
      id: 'undefined-reference',
      hints: [
        'undefined reference to',
        'undefined symbol:',
        'undefined symbols for architecture',
        'unresolved symbol',
        'referenced in section',
      ],
      pattern:
        /(?:(?:^|[\s(])(?<file>[^\s:()]{1,300}):(?:(?<line>\d{1,7})|\([^)]{1,80}\)):? )?(?:undefined reference to [`'"](?<symbol>[^'"]{1,200})|undefined symbol: (?<lld>\S{1,200})|Undefined symbols for architecture \w+|unresolved symbol)/,
      category: 'link',
      weight: WEIGHT.exact,
      message: 'The linker cannot find the definition of a symbol',
      fix: DEFINE_IT,
    },
    {
      id: 'missing-library',
      hints: [
        'cannot find -l',
        'library not found for -l',
        'unable to find library -l',
        'framework not found',
        "library '",
        "no such file or directory: '",
      ],
      pattern:
        /(?:cannot find -l|library not found for -l|unable to find library -l|framework not found |ld: library '|clang: error: no such file or directory: ')(?<symbol>[\w+./-]{1,120})/,
      category: 'link',
      weight: WEIGHT.decisive,
      message: 'The linker cannot find a library',
      fix: 'Install the library or build it first, and add its folder to the linker search path.',
    },
    {
      id: 'duplicate-symbol',
      hints: ['multiple definition of', 'duplicate symbol'],
      pattern:
        /(?:multiple definition of [`'"]?|duplicate symbols? (?:of )?['"]?)(?<symbol>[\w:~<>,*& ()]{1,160})/,
      category: 'link',
      weight: WEIGHT.decisive,
      message: 'A symbol is defined more than once',
      fix: 'Keep one definition in a source file and only declare it in headers, or mark the function inline.',
    },
    {
      id: 'linker-failed',
      hints: ['ld returned', 'linker command failed', 'symbol(s) not found for architecture', 'linking with `'],
      pattern:
        /ld returned \d+ exit status|linker command failed with exit code|symbol\(s\) not found for architecture|^error: linking with `/,
      category: 'link',
      weight: WEIGHT.tool,
      message: 'Linking failed',
      advice: 'The lines before this one name the symbol or library.',
    },
    {
      id: 'relocation',
      hints: [
        'relocation r_',
        'relocation truncated',
        'file in wrong format',
        'file format not recognized',
        'incompatible with',
        'skipping incompatible',
      ],
      pattern:
        /relocation (?:R_\w+ against|truncated to fit)|file in wrong format|file format not recognized|is incompatible with (?:i386|elf|aarch|x86)/,
      category: 'link',
      weight: WEIGHT.decisive,
      message: 'The linker was given incompatible objects',
      fix: 'Build everything for the same architecture and with the same position-independent setting; remove stale objects.',
    },
  ],
});
