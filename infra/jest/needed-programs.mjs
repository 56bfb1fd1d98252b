/** Test files that need a program which Slipway itself does not need. */
const NEEDS = [
  { files: /[/]tests[/]browser[/]/, program: 'chromium' },
  { files: /[/]observability[/]alerts\.test/, program: 'promtool' },
  { files: /[/]multi[/](?:hosts|ingest-faults|nginx|stack)\.test|[/]tests[/]upgrade[/]/, program: 'nginx' },
  {
    files: /[/]multi[/](?:hosts|ingest-faults|pgbouncer|stack)\.test|[/]tests[/]upgrade[/]/,
    program: 'pgbouncer',
  },
  { files: /[/]multi[/]ingest-faults\.test/, program: 'faketime' },
];

/** Gets the programs that the tests need. Leaves out the tests whose program cannot be had, and says so in one line. */
export async function withoutMissingPrograms(tests) {
  const missing = [];
  for (const { files, program } of NEEDS) {
    const count = tests.filter(({ path }) => files.test(path)).length;
    if (count === 0) continue;
    try {
      const { ensureProgram } = await import('../../packages/local/dist/index.js');
      await ensureProgram(program, process.env);
    } catch (error) {
      missing.push(files);
      console.error(`Skipping ${count} test ${count === 1 ? 'file' : 'files'}: ${error.message}`);
    }
  }
  return tests.filter(({ path }) => !missing.some((files) => files.test(path)));
}
