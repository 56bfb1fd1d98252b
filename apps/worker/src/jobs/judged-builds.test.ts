import { describe, expect, it } from '@jest/globals';
import { type SentVerdict, saveVerdict } from '@slipway/db';
import { type DiagnosedProject, diagnosedProjects } from './diagnosed-project.fixture.js';
import { ERROR, OTHER } from './job-context.fixture.js';

const { database, prisma, newProject } = await diagnosedProjects();

describe('a verdict', () => {
  const said = async (
    project: DiagnosedProject,
    id: number,
    verdict: Pick<SentVerdict, 'verdict'> & { readonly line?: number },
  ) => {
    const build = await prisma.buildRun.findUniqueOrThrow({ where: { id } });
    const of = { id, projectId: project.projectId, integrationId: build.integrationId, jobKey: build.jobKey };
    const sent = { line: null, userId: 1, judgedAt: new Date(), ...verdict };
    const saved = await database.modelTransaction((tx) => saveVerdict(tx, of, sent));
    await project.diagnose();
    return saved;
  };

  it('corrects the diagnosis and the investigation, which accuses nobody any more', async () => {
    const project = await newProject();
    const id = await project.report(1, ERROR);
    await project.diagnose();
    const { id: investigationId } = await project.investigate(id);
    await prisma.investigation.update({ where: { id: investigationId }, data: { attributedUserId: 7 } });
    const before = await project.diagnosis(id);
    const saved = await said(project, id, { verdict: 'other_line', line: 1 });
    expect(saved).toMatchObject({ line: 1, judgedLine: 2, category: 'compile', confidence: before?.confidence });
    const after = await project.diagnosis(id);
    expect(after).toMatchObject({ line: 1, confidence: 1, requestedAt: null });
    expect(await prisma.investigation.findUnique({ where: { id: investigationId } })).toMatchObject({
      diagnosis: after?.diagnosis,
      confidence: 1,
      attributedUserId: null,
      suspects: [],
      evidence: expect.arrayContaining([expect.objectContaining({ line: 1 })]),
    });
  });

  it('teaches the job: its next findings avoid the refused line', async () => {
    const project = await newProject();
    const id = await project.report(1, ERROR);
    await project.diagnose();
    await said(project, id, { verdict: 'other_line', line: 1 });
    const next = await project.report(2, ERROR);
    await project.diagnose();
    const [lessons] = await prisma.buildVerdict.findMany({ where: { projectId: project.projectId } });
    expect(lessons).toMatchObject({ confirmedHash: expect.any(BigInt), refusedHashes: [expect.any(BigInt)] });
    expect((await project.diagnosis(next))?.confidence).toBeLessThan((await firstConfidence()) ?? 0);
  });

  it('a second one is about the finding that follows the first, and keeps what was judged first', async () => {
    const project = await newProject();
    const id = await project.report(1, ERROR);
    await project.diagnose();
    await said(project, id, { verdict: 'other_line', line: 1 });
    expect(await said(project, id, { verdict: 'confirmed' })).toMatchObject({ line: 1, judgedLine: 2 });
    expect(await said(project, id, { verdict: 'other_line', line: 2 })).toMatchObject({ line: 2, judgedLine: 2 });
    expect(await project.diagnosis(id)).toMatchObject({ line: 2, message: ERROR, confidence: 1 });
  });

  it('refuses one line after another; none of them comes back', async () => {
    const project = await newProject();
    const id = await project.report(1, ERROR);
    await project.diagnose();
    const seen = new Set<number>();
    for (let line: number | null = 2; line !== null && seen.size < 3; ) {
      expect(seen).not.toContain(line);
      seen.add(line);
      expect(await said(project, id, { verdict: 'refused' })).toMatchObject({ line: null, judgedLine: 2 });
      const after = await project.diagnosis(id);
      expect(after?.confidence).toBeLessThan(0.5);
      line = after?.line ?? null;
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  it('does not count for a later log without the judged line, and a second one is about the new finding', async () => {
    const project = await newProject();
    const id = await project.report(1, ERROR);
    await project.diagnose();
    await said(project, id, { verdict: 'confirmed' });
    const content = `Fetching\nBuilding\n${OTHER}\nmake: *** [all] Error 1\n`;
    await replaceLog(project, id, content);
    const found = await project.diagnosis(id);
    expect(found).toMatchObject({ line: 3, message: OTHER });
    expect(found?.confidence).toBeLessThan(1);
    expect(await said(project, id, { verdict: 'confirmed' })).toMatchObject({ line: 3, judgedLine: 3 });
    expect(await project.diagnosis(id)).toMatchObject({ line: 3, confidence: 1 });
  });

  it('follows its line into a later log', async () => {
    const project = await newProject();
    const id = await project.report(1, ERROR);
    await project.diagnose();
    await said(project, id, { verdict: 'confirmed' });
    await replaceLog(project, id, `Fetching\nBuilding\n${ERROR}\nmake: *** [all] Error 1\n`);
    expect(await project.diagnosis(id)).toMatchObject({ line: 3, confidence: 1 });
    expect(await said(project, id, { verdict: 'not_ours' })).toMatchObject({ line: 3, judgedLine: 3 });
  });

  it('that the failure is not ours teaches nothing about its line', async () => {
    const project = await newProject();
    const id = await project.report(1, ERROR);
    await project.diagnose();
    await said(project, id, { verdict: 'not_ours' });
    const next = await project.report(2, ERROR);
    await project.diagnose();
    expect(await project.diagnosis(next)).toMatchObject({
      category: 'compile',
      confidence: await firstConfidence(),
    });
  });

  async function replaceLog(project: DiagnosedProject, id: number, content: string) {
    await prisma.buildLog.update({ where: { buildRunId: id }, data: { content } });
    await prisma.buildDiagnosis.update({ where: { buildRunId: id }, data: { requestedAt: new Date() } });
    await project.diagnose();
  }

  async function firstConfidence() {
    const project = await newProject();
    const id = await project.report(1, ERROR);
    await project.diagnose();
    return (await project.diagnosis(id))?.confidence;
  }
});
