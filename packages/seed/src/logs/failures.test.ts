import { describe, expect, it } from '@jest/globals';
import { diagnose } from '@slipway/diagnosis';
import { randomFor } from '../random.js';
import { undertow } from '../themes.js';
import { writeBuildLog } from './build-log.js';
import type { Failure } from './failure.js';
import { failures } from './failures.js';
import type { CiHost } from './scene.js';

const times = { startedAt: new Date('2026-11-15T10:00:00Z'), finishedAt: new Date('2026-11-15T10:20:00Z') };

function logOf(failure: Failure, host: CiHost) {
  const scene = {
    random: randomFor(`failures ${host}`),
    theme: undertow,
    host,
    system: 'windows' as const,
    job: 'nightly',
    number: '12',
    head: '41822',
    repository: '//depot/main',
    startedBy: 'ada',
    file: failure.file?.(undertow) ?? '',
    seconds: 1200,
  };
  return writeBuildLog(scene, times, 'unreal', failure);
}

describe.each(['jenkins', 'buildkite'] as const)('the failing builds of the demo on %s', (host) => {
  it.each(Object.entries(failures))('%s is diagnosed right', (_name, failure) => {
    const { content, evidence } = logOf(failure, host);
    const { keyLine, category } = diagnose({ content, truncated: false });
    expect(evidence.map(({ line }) => line)).toContain(keyLine?.line);
    expect(category).toBe(failure.category);
  });
});
