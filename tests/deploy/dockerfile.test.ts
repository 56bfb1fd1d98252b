import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkout } from '../architecture/tool.js';
import { IMAGES, lastOf, readStages, stepsOf, variablesOf, wordsOf } from './dockerfile.js';

const stages = (name: string) => readStages().get(name)!.steps;

/** A script and everything that it imports from the checkout. */
async function scriptsOf(path: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(path)) return found;
  found.add(path);
  const source = await readFile(join(checkout, path), 'utf8');
  for (const [, from = ''] of source.matchAll(/from '(\.[^']+)'/g))
    await scriptsOf(join(dirname(path), from), found);
  return found;
}

/** The problems that break a promise of the images, one sentence each. */
function problemsOf(text?: string): string[] {
  const stages = readStages(text);
  const problems: string[] = [];
  const report = (isBroken: boolean, problem: string) => void (isBroken && problems.push(problem));
  for (const { name, from, steps } of stages.values()) {
    report(!(stages.has(from) || /:\d[\w.]*-\w+/.test(from)), `${name} starts from ${from}, without a version`);
    for (const { keyword, text } of steps) {
      report(keyword === 'ADD', `${name} uses ADD, which fetches and unpacks: ${text}`);
      const isSecret = ['ARG', 'ENV'].includes(keyword) && /(SECRET|PASSWORD|TOKEN|KEY|_URL)\b/.test(text);
      report(isSecret, `${name} puts a secret into a layer: ${text}`);
    }
  }
  for (const image of IMAGES) {
    const steps = stepsOf(stages, image);
    report(!/^[1-9]\d*:[1-9]\d*$/.test(lastOf(steps, 'USER')), `${image} runs as ${lastOf(steps, 'USER')}`);
    report(lastOf(steps, 'HEALTHCHECK') === '', `${image} has no health check`);
    report(!lastOf(steps, 'CMD').startsWith('['), `${image} runs in a shell, which keeps signals to itself`);
  }
  return problems;
}

describe('infra/Dockerfile', () => {
  it('passes the image checks', () => {
    expect(problemsOf()).toEqual([]);
  });

  it('labels every image with its title, license and version', () => {
    const stages = readStages();
    for (const image of IMAGES) {
      const labels = stepsOf(stages, image)
        .filter(({ keyword }) => keyword === 'LABEL')
        .map(({ text }) => text)
        .join(' ');
      for (const name of ['title', 'description', 'licenses', 'version', 'revision'])
        expect(labels).toContain(`org.opencontainers.image.${name}=`);
      expect(labels).toContain(`title="slipway-${image}"`);
    }
  });

  it('installs packages before it copies sources, so that a change of code does not install them again', () => {
    const stages = readStages();
    const steps = stages.get('build')!.steps.filter(({ keyword }) => keyword === 'COPY' || keyword === 'RUN');
    expect(steps.map(({ keyword, text }) => `${keyword} ${text.split(' && ')[0]!.trim()}`)).toEqual([
      'COPY /manifests ./',
      'RUN node infra/install.mjs',
      'COPY . .',
      'RUN npm run build',
    ]);
  });

  it('copies every manifest, and what the installation runs, ahead of the sources', async () => {
    const command = stages('manifests').find(({ keyword }) => keyword === 'RUN')!.text;
    const [, copied = ''] = /cp --parents (.*) \/manifests$/.exec(command)!;
    const patterns = copied
      .split(/\s+/)
      .map((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`));
    const isCopied = (path: string) => patterns.some((pattern) => pattern.test(path));
    const manifests = ['apps', 'packages'].flatMap((parent) =>
      readdirSync(join(checkout, parent)).map((name) => `${parent}/${name}/package.json`),
    );
    const needed = [
      ...manifests,
      'prisma/package.json',
      'tests/package.json',
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
    ];
    expect([...needed, ...(await scriptsOf('infra/install.mjs'))].filter((path) => !isCopied(path))).toEqual([]);
  });

  it('runs Node.js as PID 1', () => {
    const stages = readStages();
    for (const image of IMAGES) {
      const steps = stepsOf(stages, image);
      expect(wordsOf(lastOf(steps, 'ENTRYPOINT'))).toEqual(['node']);
      expect(wordsOf(lastOf(steps, 'CMD'))).toEqual([expect.stringMatching(/^dist\/\w+\.js$/)]);
      expect(variablesOf(steps)).toMatchObject({ NODE_ENV: 'production', DATA_DIR: '/data' });
    }
  });

  it.each([
    ['FROM node\nUSER 1:1', '0 starts from node, without a version'],
    ['FROM node:24-slim AS api\nADD https://example.com/x /', 'api uses ADD'],
    ['FROM node:24-slim AS api\nENV APP_SECRET=x', 'api puts a secret into a layer'],
    ['FROM node:24-slim AS api\nUSER root', 'api runs as root'],
    ['FROM node:24-slim AS api\nCMD node dist/main.js', 'api runs in a shell'],
  ])('the check detects %j', (text, problem) => {
    expect(problemsOf(text).join('\n')).toContain(problem);
  });
});
