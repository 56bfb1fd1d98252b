import { describe, expect, it } from '@jest/globals';
import { type MadeCommit, suspectEdges } from './suspect-edges.js';

const { newStudio, push, build, edges, messagesTo, bellOf, investigated, callAssistant } = await suspectEdges();

const AGENT = 'D:\\J\\workspace\\Harbor-Win64\\';
const ERROR = "error C2039: 'Wick': is not a member of 'FLamp'";
const LINE = `${AGENT}Source\\Lamp.cpp(42): ${ERROR}`;
const LOG = `Building Harbor\n[12/40] Compile Lamp.cpp\n${LINE}\nBUILD FAILED\n`;

const manual: MadeCommit = { login: 'olga-dev', title: 'Explain the crane', path: 'Docs/Manual.md' };
const lamp: MadeCommit = { login: 'milo-dev', title: 'Trim the wick', path: 'Source/Lamp.cpp' };
const NONE = '0'.repeat(40);

interface Scenario {
  readonly commits: readonly MadeCommit[];
  /** The indexes of the commits that are suspected. */
  readonly suspects: readonly number[];
  /** Who the suspects are by, in the words of chats and mails. */
  readonly person: string | null;
  readonly hasPassed?: false;
}

const scenarios: Readonly<Record<string, Scenario>> = {
  'an earlier change than the built one': { commits: [lamp, manual], suspects: [0], person: 'Milo Lamplighter' },
  'the built change': { commits: [manual, lamp], suspects: [1], person: 'Milo Lamplighter' },
  'an author who is no member': {
    commits: [{ ...lamp, login: 'stranger' }, manual],
    suspects: [0],
    person: 'stranger',
  },
  'no change, because several fit': {
    commits: [lamp, { ...manual, path: 'Source/Lamp.cpp' }],
    suspects: [],
    person: null,
  },
  'no change, because the job never passed': {
    commits: [lamp, manual],
    suspects: [],
    person: null,
    hasPassed: false,
  },
};

const NAMING = ['slack', 'discord', 'teams', 'mail', 'console'];
const OWNER = 'Olga Quartermaster';
const MEMBER = 'Milo Lamplighter';

/** A studio in which a build has failed and was investigated. */
async function fail({ commits, hasPassed }: Scenario) {
  const studio = await newStudio();
  const [first = NONE] = await push(studio, NONE, [{ ...manual, path: 'README.md' }]);
  if (hasPassed !== false)
    await build(studio, '1', { status: 'SUCCESS', commit: first, log: 'Building Harbor\nOK\n' });
  const shas = await push(studio, first, commits);
  const buildId = await build(studio, '2', { status: 'FAILURE', commit: shas.at(-1), log: LOG });
  await investigated(buildId);
  return { studio, shas, buildId };
}

describe.each(Object.entries(scenarios))('a failure whose suspect is %s', (_, scenario) => {
  it('has the same suspect in every message, page, program and status', async () => {
    const { studio, shas, buildId } = await fail(scenario);
    const expected = scenario.suspects.map((index) => shas[index]?.slice(0, 8));
    const said = await Promise.all(
      Object.entries(edges).map(async ([edge, read]) => [edge, await read(studio, buildId)] as const),
    );
    expect(Object.fromEntries(said.map(([edge, { suspects }]) => [edge, suspects]))).toEqual(
      Object.fromEntries(Object.keys(edges).map((edge) => [edge, expected])),
    );
    for (const [edge, { all }] of said) {
      const mayName = NAMING.includes(edge);
      expect([edge, all.includes(MEMBER)]).toEqual([
        edge,
        edge === 'console' ? all.includes(MEMBER) : mayName && scenario.person === MEMBER,
      ]);
      if (edge !== 'console') expect([edge, all.includes(OWNER)]).toEqual([edge, false]);
      if (mayName && scenario.person !== null) expect(all).toContain(scenario.person);
    }
  });
});

it('a webhook keeps the built change and adds the suspects with user id, reason and confidence', async () => {
  const { studio, shas, buildId } = await fail({ commits: [lamp, manual], suspects: [0], person: MEMBER });
  const { data } = JSON.parse((await edges.webhook?.(studio, buildId))?.all ?? '');
  expect(data.change).toMatchObject({
    display_identifier: shas[1]?.slice(0, 8),
    author_user_id: studio.owner.userId,
  });
  expect(data.suspects).toEqual([
    {
      change_id: expect.any(Number),
      identifier: shas[0],
      display_identifier: shas[0]?.slice(0, 8),
      author_user_id: studio.member.userId,
      confidence: expect.any(Number),
      reason: 'Touched Source/Lamp.cpp, where the build fails.',
    },
  ]);
});

it('the mail to the person whose change broke the build shows that change, and the built one separately', async () => {
  const { studio, shas } = await fail({ commits: [lamp, manual], suspects: [0], person: MEMBER });
  const [message] = await messagesTo(studio.member.userId);
  expect(message?.facts).toMatchObject([
    { label: 'Build' },
    { label: 'Your change', value: `${shas[0]?.slice(0, 8)}, Trim the wick` },
    { label: 'Why', value: 'Touched Source/Lamp.cpp, where the build fails.' },
    { label: 'Built', value: `${shas[1]?.slice(0, 8)}: Explain the crane` },
    { label: 'Is this right?' },
  ]);
});

it('without a suspect, a message says what is new since the last pass', async () => {
  const { studio, shas } = await fail({
    commits: [lamp, { ...manual, path: 'Source/Lamp.cpp' }],
    suspects: [],
    person: null,
  });
  const [message] = await messagesTo(studio.owner.userId);
  const names = shas.toReversed().map((sha) => sha.slice(0, 8));
  expect(message?.facts).toContainEqual({ label: 'New since #1 passed', value: `2 changes: ${names.join(', ')}` });
});

it('a message shows the error once and no folder of the build agent; subject and bell show the error', async () => {
  const { studio } = await fail({ commits: [lamp, manual], suspects: [0], person: MEMBER });
  const [message] = await messagesTo(studio.owner.userId);
  const error = "'Wick': is not a member of 'FLamp'";
  expect(message).toMatchObject({
    title: expect.stringMatching(/^(?:Harbor-Win64 is broken|Found why Harbor-Win64 is broken): /),
    quote: `Source\\Lamp.cpp(42): ${ERROR}`,
    text: expect.stringMatching(/^The C\+\+ compiler rejects the code in Source\\Lamp\.cpp:42\. /),
  });
  expect(message?.title.endsWith(`: ${error}`)).toBe(true);
  expect(message?.text).not.toContain(error);
  const items = await bellOf(studio.owner.userId);
  const item = items.find(({ title }) => title === message?.title);
  expect(item).toBeDefined();
  expect(JSON.stringify([message, item])).not.toContain('workspace');
});

describe('get_build_failure', () => {
  it('names no suspect for a job that never passed, and says why in the words of the investigation', async () => {
    const { studio, buildId } = await fail({
      commits: [lamp, manual],
      suspects: [],
      person: null,
      hasPassed: false,
    });
    expect(
      await callAssistant(studio.token, { project: String(studio.project.id), build_id: String(buildId) }),
    ).toMatchObject({
      suspects: [],
      attributed_user_id: null,
      new_changes: null,
      no_suspect_reason: 'No earlier passing build of this job on this branch.',
    });
  });

  it('finds the newest failed build of a job or branch, and says if the job has passed since', async () => {
    const { studio, shas, buildId } = await fail({ commits: [lamp, manual], suspects: [0], person: MEMBER });
    const project = String(studio.project.id);
    for (const named of [{ branch: 'main' }, { job: 'Harbor-Win64' }])
      expect(await callAssistant(studio.token, { project, ...named })).toMatchObject({
        build: { id: String(buildId) },
        passed_since_build_id: null,
        attributed_user_id: studio.member.userId,
      });
    const passed = await build(studio, '3', { status: 'SUCCESS', commit: shas[1], log: 'OK\n' });
    expect(await callAssistant(studio.token, { project, branch: 'main' })).toMatchObject({
      build: { id: String(buildId) },
      passed_since_build_id: String(passed),
    });
    expect(await callAssistant(studio.token, { project, branch: 'elsewhere' })).toBeUndefined();
  });
});
