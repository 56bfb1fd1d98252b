import { afterAll, describe, expect, it } from '@jest/globals';
import type { BuildReport } from '@slipway/domain';
import { factories, newAppliedProject, openTestDatabase, runs, testDatabase } from '@slipway/testing';
import fc from 'fast-check';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { accountId } = await factories(database).studio();
const { apply, projectId } = await newAppliedProject(database, accountId, 'jenkins');

/** Characters with a meaning in array literals, JSON and SQL, mixed with other text. Ingest replaces NUL characters. */
const special = fc.constantFrom(
  '"',
  '\\',
  '{',
  '}',
  ',',
  'NULL',
  '\\"',
  "'",
  '$1',
  '\\x00',
  '\n',
  '\t',
  ' ',
  '🚢',
  '\\u0000',
);
const anyText = fc
  .array(fc.oneof(special, fc.string({ unit: 'grapheme' })), { maxLength: 8 })
  .map((parts) => parts.join('').replaceAll('\0', ''));

describe('applying reports', () => {
  it('stores every text unchanged', async () => {
    let made = 0;
    const texts = fc.record({ branch: anyText, changelist: anyText, label: anyText, content: anyText });
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 5 }), async (generated) => {
        const reports = generated.map(({ branch, changelist, label, content }): BuildReport => {
          made += 1;
          return {
            kind: 'build_report',
            jobName: `job "${made}" \\ {${content}}`,
            buildNumber: String(made),
            attempt: 1,
            status: 'completed',
            originalStatus: null,
            reportedAt: Date.UTC(2026, 0, 1),
            branch,
            changelist,
            actor: { label, uid: null },
            log: { content, truncated: false },
          };
        });
        await apply(reports.map((report) => ({ key: `"${report.buildNumber}" \\`, operations: [report] })));
        const rows = await database.prisma.buildRun.findMany({
          where: { projectId, buildNumber: { in: reports.map(({ buildNumber }) => buildNumber) } },
          include: { log: true },
          orderBy: { id: 'asc' },
        });
        const stored = new Map(rows.map((row) => [row.buildNumber, row]));
        for (const { jobName, buildNumber, branch, changelist, actor, log } of reports) {
          expect(stored.get(buildNumber)).toMatchObject({
            jobName,
            branch,
            changelist,
            actor: actor?.label,
            log: { content: log?.content },
          });
        }
      }),
      runs(60),
    );
  });
});
