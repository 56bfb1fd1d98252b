/** Test files that need a program which Slipway itself does not need, and the function that finds or installs it. */
const NEEDS = [
  { files: /[/]tests[/]browser[/]/, label: 'Chromium', ensure: 'ensureChromium' },
  { files: /[/]observability[/]alerts\.test/, label: 'promtool', ensure: 'ensurePromtool' },
  {
    files: /[/]multi[/](?:hosts|ingest-faults|nginx|stack)\.test|[/]tests[/]upgrade[/]/,
    label: 'nginx',
    ensure: 'ensureNginx',
  },
  {
    files: /[/]multi[/](?:hosts|ingest-faults|pgbouncer|stack)\.test|[/]tests[/]upgrade[/]/,
    label: 'pgBouncer',
    ensure: 'ensurePgBouncer',
  },
  { files: /[/]multi[/]ingest-faults\.test/, label: 'faketime', ensure: 'ensureFaketime' },
];

/** Gets the programs that the tests need. Leaves out the tests whose program cannot be had, and says so in one line. */
export async function withoutMissingPrograms(tests) {
  const missing = [];
  for (const { files, label, ensure } of NEEDS) {
    const count = tests.filter(({ path }) => files.test(path)).length;
    if (count === 0) continue;
    try {
      const local = await import('../../packages/local/dist/index.js');
      await local[ensure](process.env);
    } catch (error) {
      missing.push(files);
      console.error(
        `Skipping ${count} test ${count === 1 ? 'file' : 'files'} that need ${label}: ${error.message}`,
      );
    }
  }
  return tests.filter(({ path }) => !missing.some((files) => files.test(path)));
}
