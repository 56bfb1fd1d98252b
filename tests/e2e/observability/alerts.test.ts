import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ensureProgram } from '@slipway/local';
import { readDoc, readRules, rulesFolder } from './metric-names.js';

const run = promisify(execFile);
const promtool = await ensureProgram('promtool', { PATH: '/usr/bin:/bin' });
const alerts = [...readRules().matchAll(/- alert: (\w+)([\s\S]*?)(?=\n {6}- |\n {2}- name|$)/g)].map(
  ([, name = '', body = '']) => ({ name, body }),
);

describe('alerts.yaml', () => {
  it('is valid', async () => {
    const { stdout } = await run(promtool, ['check', 'rules', 'alerts.yaml'], { cwd: rulesFolder });
    expect(stdout).toContain('SUCCESS');
  });

  it('fires each alert in its case, and none while everything is healthy', async () => {
    const { stdout } = await run(promtool, ['test', 'rules', 'alerts.test.yaml'], { cwd: rulesFolder });
    expect(stdout).toContain('SUCCESS');
  });

  it.each(alerts)('$name has a severity, a summary, a description and a runbook section', ({ name, body }) => {
    expect(body).toMatch(/severity: (?:page|ticket) /);
    expect(body).toMatch(/summary: \S/);
    expect(body).toMatch(/description: >-\n\s+\S/);
    expect(body).toContain(`runbook_url: infra/docs/operate/runbook.md#${name.toLowerCase()}`);
    expect(readDoc('runbook.md')).toContain(`\n### ${name}\n`);
  });

  it('names the same alerts as the runbook', () => {
    const described = [...readDoc('runbook.md').matchAll(/^### (Slipway\w+)$/gm)].map(([, name]) => name);
    expect(described.toSorted()).toEqual(alerts.map(({ name }) => name).toSorted());
  });
});
