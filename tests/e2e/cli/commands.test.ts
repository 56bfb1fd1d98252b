import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { type AnyCommand, commands } from '@slipway/cli';
import { LOCAL_JENKINS, rerunnableBuilds } from '../../rerunnable-build.js';
import { commandLine } from './command-line.js';
import { startPipeline } from './pipeline.js';

const { service, host, token, userId, project, ids } = await startPipeline(LOCAL_JENKINS);
await service.database.prisma.projectMembership.create({ data: { projectId: project.id, userId } });
const other = await service.make.project(project.accountId);
const rerunnable = await (await rerunnableBuilds(service)).build(other);
const { slipway } = await commandLine({ SLIPWAY_HOST: host, SLIPWAY_TOKEN: token, SLIPWAY_PROJECT: project.name });

interface Case {
  readonly args?: readonly string[];
  /** What a terminal shows, and what a pipe receives. */
  readonly table: RegExp;
  readonly piped: RegExp;
}

const UUID = '[0-9a-f]{8}-[0-9a-f-]{27}';

/** A command line for every command; none needs a second person or a browser. Lists and views need no entry. */
const CASES: Readonly<Record<string, Case>> = {
  api: { args: ['/v1/projects'], table: /"projects": \[\n/, piped: /^\{"projects":\[/ },
  'approval list': { table: /ID +STATUS +ASSET/, piped: /^[^\t]+\tpending\t/ },
  'approval view': { args: [ids.approval], table: /status +pending/, piped: /status:\tpending/ },
  'asset approve': { args: [ids.asset], table: /STATUS +ASSET/, piped: /^approved\tT_Crate/ },
  'asset deny': { args: [ids.asset, '-c', 'Too dark'], table: /denied/, piped: /^denied\tT_Crate/ },
  'asset ignore': { args: [ids.asset], table: /ignored/, piped: /^ignored\tT_Crate/ },
  'asset list': { table: /ID +PATH +TYPE/, piped: /\tContent\/Props\/T_Crate_\d+\.uasset\ttexture\t/ },
  'asset view': { args: [ids.asset], table: /T_Crate.*\nid +/, piped: /^title:\tT_Crate/ },
  audit: {
    args: ['--action', 'billing'],
    table: /TIME +USER +ACTION +TARGET/,
    piped: /\tbilling\.change_plan\tteam\t/,
  },
  'auth status': { table: /source +SLIPWAY_TOKEN/, piped: /source:\tSLIPWAY_TOKEN/ },
  'auth token': { table: /^\S{43}\n$/, piped: /^\S{43}\n$/ },
  'bisect status': { args: ['--problem', ids.problem], table: /state +unknown/, piped: /state:\tunknown/ },
  'bisect stop': {
    args: ['--problem', ids.problem],
    table: /^No search .* is active now\.\n$/,
    piped: /^No search /,
  },
  'build compare': {
    args: [ids.failed, ids.build],
    table: /Changes between them\n/,
    piped: /\nNo log was sent for Harbor-Win64 #\d+\.\n/,
  },
  'build investigate': { args: [ids.failed], table: /Diagnosis\n/, piped: /status:\tcompleted/ },
  'build list': { table: /ID +STATUS +JOB/, piped: /^\d+\tbuilding\tHarbor-Win64\t/ },
  'build log': { args: [ids.failed], table: /Crane\.cpp\(12\): error/, piped: /\nFinished: FAILURE\n$/ },
  'build view': { args: [ids.build], table: /Harbor-Win64 #\d+\nid +/, piped: /^title:\tHarbor-Win64 #/ },
  'build watch': { args: [ids.build], table: /status +completed/, piped: /status:\tcompleted/ },
  'change list': { table: /CHANGE +DESCRIPTION/, piped: /\tCL \d+\tMove the crane HARB-1\tJonas\t/ },
  'change view': { args: [ids.change], table: /CL \d+ by Jonas/, piped: /source:\tChangelist/ },
  completion: { args: ['bash'], table: /complete -o default/, piped: /complete -o default/ },
  'delivery gaps': {
    args: ['--days', '7'],
    table: /changelist +5101 +5102 +2 +possible/,
    piped: /^changelist\t\t5101\t5102\t2\tpossible\t\d{4}-/,
  },
  'delivery list': { table: /OUTCOME +PROVIDER/, piped: /\tapplied\tjenkins\tbuild_report\t/ },
  'delivery replay': {
    args: [ids.delivery, '--dry-run'],
    table: /create build_run\n/,
    piped: /build_number: null → "900"/,
  },
  'delivery view': { args: [ids.delivery], table: /"job_name": "Harbor"/, piped: /outcome:\tapplied/ },
  'deployment list': { table: /PLATFORM +STATUS/, piped: new RegExp(`^${UUID}\tsteam\tsubmitted\t`) },
  'deployment view': { args: [ids.deployment], table: /status +submitted/, piped: /status:\tsubmitted/ },
  events: { table: /EVENT +PROJECT +MESSAGE/, piped: /\tbuild_run\.failed\tProject \d+\t/ },
  help: { args: ['exit-codes'], table: /4 {2}the command needs a login/, piped: /2 {2}the command was cancelled/ },
  'problem culprit': { args: [ids.problem], table: /state +unknown/, piped: /state:\tunknown/ },
  'problem assign': { args: [ids.problem, 'none'], table: /\/problems\/\d+\n$/, piped: /\/problems\/\d+\n$/ },
  'problem ignore': { args: [ids.problem], table: /\/problems\/\d+\n$/, piped: /\/problems\/\d+\n$/ },
  'problem mark': { args: [ids.problem, 'flaky'], table: /\/problems\/\d+\n$/, piped: /\/problems\/\d+\n$/ },
  'problem reopen': { args: [ids.problem], table: /\/problems\/\d+\n$/, piped: /\/problems\/\d+\n$/ },
  'problem resolve': { args: [ids.problem], table: /\/problems\/\d+\n$/, piped: /\/problems\/\d+\n$/ },
  'problem snooze': {
    args: [ids.openProblem, 'next-change'],
    table: /\/problems\/\d+\n$/,
    piped: /\/problems\/\d+\n$/,
  },
  'problem take': { args: [ids.openProblem], table: /\/problems\/\d+\n$/, piped: /\/problems\/\d+\n$/ },
  'problem wake': { args: [ids.openProblem], table: /\/problems\/\d+\n$/, piped: /\/problems\/\d+\n$/ },
  'build judge': { args: [ids.failed, 'confirmed'], table: /^$/, piped: /^$/ },
  'build rerun': { args: [rerunnable.id, '--project', String(other.id)], table: /^$/, piped: /^$/ },
  'token create': { table: /\/settings\/tokens\n$/, piped: /\/settings\/tokens\n$/ },
  'token revoke': { args: [ids.spareToken], table: /^$/, piped: /^$/ },
  'member list': { table: /USER +ROLE/, piped: /\tmember\tperforce:jonas\n/ },
  metrics: { table: /builds +1 passed, 1 failed/, piped: /success rate:\t50\.0 %/ },
  open: {
    args: ['build', ids.build],
    table: /\/builds\/\d+\n$/,
    piped: /^http:\S+\/projects\/\d+\/builds\/\d+\n$/,
  },
  'project list': { table: /ID +NAME +ENGINE/, piped: /^\d+\tProject \d+\tunreal\t\d{4}-/ },
  'project use': { args: [project.name], table: /^$/, piped: /^$/ },
  'project view': { table: /engine +unreal/, piped: /engine:\tunreal/ },
  'reference list': { table: /KEY +TITLE +STATE/, piped: /^HARB-\d+\tIssue HARB-\d+\tTo Do\tjira\t/ },
  status: { table: /broken jobs +\d/, piped: /^title:\tProject \d+\nbroken jobs:\t\d/ },
  'task create': { args: ['--title', 'Oil it'], table: /\/tasks\/\d+\n$/, piped: /^http:\S+\/tasks\/\d+\n$/ },
  'task edit': {
    args: [ids.task, '--state', 'blocked'],
    table: /\/tasks\/\d+\n$/,
    piped: /^http:\S+\/tasks\/\d+\n$/,
  },
  'task list': { args: ['--label', 'audio'], table: /Crane 漢字 is loud/, piped: /^\d+\tCrane 漢字 is loud\t/ },
  'task view': { args: [ids.task], table: /Crane 漢字 is loud #\d+\nstate +/, piped: /type:\tfeature/ },
  'test gate': { args: [ids.build], table: /The tests let the build pass\n/, piped: /^title:\tThe tests let/ },
  'test list': { table: /ID +VERDICT +SUITE +TEST/, piped: /^\d+\tpassing\tPlayMode\tQuay\.moors\tpassed\t/ },
  'test mute': {
    args: [ids.test, '--reason', 'Waits', '--owner', ids.owner],
    table: /^Quay\.moors is muted until 20/,
    piped: /^Quay\.moors is muted until 20/,
  },
  'test unmute': { args: [ids.test], table: /^Quay\.moors is not muted/, piped: /^Quay\.moors is not muted/ },
  'test view': { args: [ids.test], table: /Quay\.moors\nid +/, piped: /^title:\tQuay\.moors\n/ },
  whoami: { table: /Accounts\n\d+ {2}/, piped: /^title:\tuser:\d+\nhost:\thttp/ },
  version: { table: /^\d+\.\d+\.\d+\n$/, piped: /^\d+\.\d+\.\d+\n$/ },
};

/** Commands with tests of their own: logins, searches for a culprit, those that send events or need no service, and lists that are empty here. */
const TESTED_ELSEWHERE =
  /^(auth login|auth logout|bisect run|diagnose|doctor|report|run|send|simulate|test flaky)\b/;

const all = commands.map(({ path, load }) => ({ name: path.join(' '), path, load }));
const covered = all.filter(({ name }) => !TESTED_ELSEWHERE.test(name));

/** Every list and view is compared with its own JSON, so that a new one is tested without an entry above. */
const FOLLOWS_JSON = /^\w+ (?:list|view)$/;

it('every command is covered', () => {
  const names = covered.map(({ name }) => name);
  expect(names.filter((name) => !(name in CASES) && !FOLLOWS_JSON.test(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(Object.keys(CASES)));
});

interface Covered extends AnyCommand {
  readonly name: string;
  readonly path: readonly string[];
}

function testJson(line: readonly string[], json: readonly string[]): void {
  it('writes JSON with the requested fields, and lists the available fields otherwise', async () => {
    const bare = await slipway([...line, '--json']);
    expect(bare).toMatchObject({ code: 1, out: '', err: expect.stringContaining(`  ${json[0]}\n`) });
    const { code, out } = await slipway([...line, '--json', json.join(',')]);
    expect(code).toBe(0);
    const value: unknown = JSON.parse(out);
    const records = Array.isArray(value) ? value : [value];
    expect(records).not.toHaveLength(0);
    for (const record of records) expect(Object.keys(record as object)).toEqual(json);
    const filtered = await slipway([...line, '--jq', 'type']);
    expect(filtered).toMatchObject({ code: 0, out: Array.isArray(value) ? 'array\n' : 'object\n' });
  });
}

// Jest's module loader fails on modules that are loaded at the same time.
const loaded: Covered[] = [];
for (const { load, ...command } of covered) loaded.push({ ...command, ...(await load()) });

describe.each(loaded.filter(({ name }) => name in CASES))('slipway $name', ({ name, path, json }) => {
  const { args = [], table, piped } = CASES[name] as Case;
  const line = [...path, ...args];

  it('formats for people in a terminal, fitted to its width', async () => {
    const { code, out, err } = await slipway(line, { columns: 100 });
    expect({ code, out: stripVTControlCharacters(out), err: stripVTControlCharacters(err) }).toEqual({
      code: 0,
      out: expect.stringMatching(table),
      err: expect.not.stringContaining('error:'),
    });
  });

  it('writes plain lines to a pipe, without any decoration', async () => {
    const { code, out, err } = await slipway(line);
    expect({ code, out, err }).toEqual({ code: 0, out: expect.stringMatching(piped), err: '' });
    expect(out).not.toContain('\u001B');
  });

  if (json === undefined)
    it('says that it has no JSON output', async () => {
      const { code, err } = await slipway([...line, '--json', 'id']);
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("unknown option '--json'") });
    });
  else testJson(line, json);
});

it.each(loaded)('slipway $name has help with examples', async ({ name, path, examples }) => {
  const { code, out } = await slipway([...path, '--help']);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`Examples:\n  $ `) });
  expect(examples.every((example) => example.includes(`slipway ${name}`) || name.startsWith('auth'))).toBe(true);
});

type JsonRecord = Readonly<Record<string, unknown>>;

async function readJson(line: readonly string[], json: readonly string[] = []): Promise<unknown> {
  const { code, out } = await slipway([...line, '--json', json.join(',')]);
  expect(code).toBe(0);
  return JSON.parse(out);
}

/** The value as a list writes it, on one line. */
const oneLine = (value: unknown) =>
  String(value ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe.each(loaded.filter(({ name }) => name.endsWith(' list')))('slipway $name', ({ path, json }) => {
  it('shows the rows of its JSON, and says so if there are none', async () => {
    const rows = (await readJson(path, json)) as readonly JsonRecord[];
    const table = await slipway(path, { columns: 1_000 });
    const piped = await slipway(path);
    const [heading = '', ...lines] = stripVTControlCharacters(table.out).trimEnd().split('\n');
    const headings = heading.split(/ {2,}/);
    const cells = piped.out.split('\n').slice(0, -1);
    expect([table.code, piped.code, piped.err]).toEqual([0, 0, '']);
    expect([lines.length, cells.length]).toEqual([rows.length, rows.length]);
    if (rows.length === 0) return expect(table.err).toMatch(/^\w.*\.\n/);
    expect(headings.filter((text) => !/^[A-Z][A-Z ]*$/.test(text))).toEqual([]);
    for (const [index, row] of rows.entries()) {
      const shown = cells[index]?.split('\t') ?? [];
      expect(shown).toHaveLength(headings.length);
      const named = headings.map((text, column) => [text.toLowerCase(), shown[column]] as const);
      const comparable = named.filter(([field]) => field in row);
      expect(comparable).toEqual(comparable.map(([field]) => [field, oneLine(row[field])]));
    }
  });
});

describe.each(loaded.filter(({ name }) => name.endsWith(' view')))('slipway $name', ({ path, json }) => {
  it('shows the record of its JSON', async () => {
    const [first] = (await readJson([path[0] ?? '', 'list'], ['id'])) as readonly JsonRecord[];
    const line = [...path, String(first?.['id'] ?? 1)];
    const piped = await slipway(line);
    if (first === undefined)
      return expect(piped).toMatchObject({ code: 1, err: expect.stringMatching(/error: /) });
    const record = (await readJson(line, json)) as JsonRecord;
    expect(record['id']).toBe(first['id']);
    const [title = '', ...details] = (piped.out.split('--\n')[0] ?? '').trimEnd().split('\n');
    expect(title).toMatch(/^title:\t\S/);
    const named = details.map((detail) => detail.split('\t')).map(([label, text]) => [label?.slice(0, -1), text]);
    const scalars = named.filter(([label = '']) => ['string', 'number'].includes(typeof record[label]));
    expect(scalars).toEqual(scalars.map(([label = '']) => [label, oneLine(record[label])]));
    expect(scalars).not.toHaveLength(0);
    const { out } = await slipway(line, { columns: 1_000 });
    expect(stripVTControlCharacters(out).split('\n')[0]).toBe(title.slice('title:\t'.length));
  });
});
