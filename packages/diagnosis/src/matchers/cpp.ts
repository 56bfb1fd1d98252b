import { defineFamily, WEIGHT } from '../matcher.js';

/** MSVC in any language, by its error codes; clang, gcc and tools with the same format. */
export const family = defineFamily({
  name: 'C and C++ compilers',
  matchers: [
    {
      id: 'msvc-missing-include',
      hints: ['c1083'],
      pattern:
        /^\s{0,8}(?:\[[^\]]{1,40}\] |\d{1,3}>)?(?<file>(?:[A-Za-z]:)?[^\s:*?"<>|()][^:*?"<>|()]{0,300})\((?<line>\d{1,7})(?:,\d{1,5})?\) ?: [^:]{1,40} C1083: [^:'"“„«‘]{1,120}[:'"“„«‘ ]{1,4}(?<symbol>[\w./\\+-]{1,200})/,
      category: 'compile',
      weight: WEIGHT.exact,
      message: 'The compiler cannot open an included file',
      fix: 'Add the missing header, or add its module to the dependencies of the including module, and check the spelling of the include.',
    },
    {
      id: 'msvc-error',
      hints: [' c1', ' c2', ' c3', ' c4', ' c5', ' c7'],
      pattern:
        /^\s{0,8}(?:\[[^\]]{1,40}\] |\d{1,3}>)?(?<file>(?:[A-Za-z]:)?[^\s:*?"<>|()][^:*?"<>|()]{0,300})\((?<line>\d{1,7})(?:,\d{1,5})?(?:-\d{1,5})?\) ?: (?!warning)[^:]{1,40} C[1-57]\d{3}: (?:(?![^:]{0,30}warning)|)[^'"“„«‘]{0,80}(?:['"“„«‘](?<symbol>[^'"”“»’]{1,120}))?/,
      category: 'compile',
      weight: WEIGHT.decisive,
      message: 'The C++ compiler rejects the code',
      advice:
        'Correct the code at the reported location. Start with the first error; the others often follow from it.',
    },
    {
      id: 'msvc-out-of-heap',
      hints: ['c1060', 'c1076', 'c3859'],
      pattern: /\bC(?:1060|1076|3859)\b/,
      category: 'infra',
      weight: WEIGHT.exact,
      ending: true,
      message: 'The compiler ran out of memory',
      fix: 'Give the agent more memory or page file, or run fewer compiler processes at once.',
    },
    {
      id: 'gcc-error',
      hints: ['error:', 'erreur', 'fehler'],
      pattern:
        /^\s{0,8}(?:\[\w{1,10}\] )?(?<file>(?:[A-Za-z]:)?[^\s:()"'`,;=][^:()"'`,;=]{0,300}\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|inl|inc|ipp|m|mm|cu|cuh|cl|f|f90|f95|s|S|asm|y|l|proto|d|pyx|swift|rc|ixx|tpp|vala|def|td|idl)):(?<line>\d{1,7})(?::\d{1,5})?:? (?:fatal )?(?:error|erreur|Fehler) ?: [^'"‘“`]{0,160}(?:['"‘“`](?<symbol>[^'"’”`]{1,120}))?/,
      category: 'compile',
      weight: WEIGHT.decisive,
      message: 'The compiler rejects the code',
      advice:
        'Correct the code at the reported location. Start with the first error; the others often follow from it.',
    },
    {
      id: 'gcc-missing-include',
      hints: ['no such file or directory', 'file not found'],
      pattern:
        /(?:^|[\s(])(?<file>(?:[A-Za-z]:)?[^\s:()"']{1,300}):(?<line>\d{1,7})(?::\d{1,5})?: (?:fatal )?error: '?(?<symbol>[\w./+-]{1,200})'?(?:: No such file or directory| file not found)/,
      category: 'compile',
      weight: WEIGHT.exact,
      message: 'The compiler cannot find an included file',
      fix: 'Add the missing header or its include path, or install the package that provides it.',
    },
    {
      id: 'gcc-place-error',
      hints: [' error:'],
      pattern:
        /^\s{0,8}(?:\[\w{1,10}\] )?(?<file>(?:[A-Za-z]:)?[^\s:()"'`,;=|][^:()"'`,;=|]{0,300}):(?<line>\d{1,7})(?:[:.,]\d{1,5})?:? (?:fatal |syntax )?error:/i,
      category: 'compile',
      weight: WEIGHT.specific,
      message: 'The compiler rejects the code',
      advice:
        'Correct the code at the reported location. Start with the first error; the others often follow from it.',
    },
    {
      id: 'compiler-crash',
      hints: ['internal compiler error', 'fatal error c1001', 'please submit a bug report'],
      pattern: /internal compiler error: (?!Killed)|fatal error C1001|^PLEASE submit a bug report/,
      category: 'toolchain',
      weight: WEIGHT.decisive,
      message: 'The compiler itself crashed',
      fix: 'Build again; if it crashes at the same place, simplify the code there or use another compiler version.',
    },
    {
      id: 'warnings-as-errors',
      hints: ['[-werror', 'error c2220', 'werror='],
      pattern:
        /(?:^|[\s(])(?<file>[^\s:()]{1,300})(?::(?<line>\d{1,7})[:\d]{0,8}:|\((?<gcc>\d{1,7})[,\d]{0,8}\) ?:) .{0,300}(?:\[-Werror|error C2220)/,
      category: 'compile',
      weight: WEIGHT.decisive,
      message: 'A warning is treated as an error',
      fix: 'Remove the cause of the warning at the reported location.',
    },
    {
      id: 'compiler-command-line',
      hints: [
        'command line error',
        'unrecognized command line',
        'unrecognized command-line',
        'unknown argument:',
        'd8016',
        'd8021',
      ],
      pattern:
        /(?:Command line error D\d{4}|error: unrecognized command[- ]line option|error: unknown argument:) ?:? ?['"‘]?(?<symbol>[-/\w=+]{0,80})/,
      category: 'config',
      weight: WEIGHT.specific,
      message: 'The compiler does not recognize an option',
      fix: 'Remove the option, or use a compiler version that supports it.',
    },
    {
      id: 'static-assertion',
      hints: ['static assertion failed', 'static_assert failed'],
      pattern:
        /(?:^|[\s(])(?<file>[^\s:()]{1,300}):(?<line>\d{1,7}):\d{1,5}: error: static[_ ]assert(?:ion)? failed/,
      category: 'compile',
      weight: WEIGHT.exact,
      message: 'A static assertion failed',
      fix: 'The assertion message states the condition; change the code that violates it.',
    },
    {
      id: 'clang-tidy',
      hints: [
        ',-warnings-as-errors]',
        'clang-format violations',
        'code should be clang-formatted',
        '[clang-diagnostic',
      ],
      pattern:
        /^(?:(?<file>[^\s:()]{1,300}):(?<line>\d{1,7}):\d{1,5}: )?.{0,400}(?:,-warnings-as-errors\]|clang-format violations|code should be clang-formatted|\[-Wclang-format-violations\]|\[clang-diagnostic-error)/,
      category: 'lint',
      weight: WEIGHT.exact,
      message: 'The code violates a clang-tidy or clang-format rule',
      fix: 'Apply the rule named in brackets, or run the formatter and commit the result.',
    },
  ],
});
