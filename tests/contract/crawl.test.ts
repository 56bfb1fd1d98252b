import { describe, expect, it } from '@jest/globals';
import { type EndpointContract, SCOPES, type Scope } from '@slipway/contracts';
import type { Response } from 'supertest';
import { contracts, createCrawler, forEach, type Params, paramsOf, rowsOn } from './crawler.js';
import { startDemo } from './demo.js';

const { api, demo } = await startDemo();
const people = await api.database.prisma.user.findMany({ select: { name: true, email: true } });
const owner = createCrawler(api, demo.tokens.full);
const rival = createCrawler(api, demo.tokens.rival);
const CRAWL_MS = 240_000;

const reads = contracts.filter(({ method }) => method === 'GET');
const writes = contracts.filter(({ method }) => method !== 'GET');
const isOfProject = (contract: EndpointContract) => paramsOf(contract).includes('project_id');
const isRecord = (contract: EndpointContract) => paramsOf(contract).length > 1;
const isOfAccount = ({ query }: EndpointContract) => Object.hasOwn(query, 'account_id');
const isScoped = (contract: EndpointContract): contract is EndpointContract & { scope: Scope } =>
  contract.scope !== 'any_token' && contract.scope !== 'public';
const isList = (contract: EndpointContract) =>
  contract.method === 'GET' && isOfProject(contract) && Object.hasOwn(contract.query, 'limit');
const NOT_FOUND = { error: 'not_found', message: 'Not found.' };
const nameOf = ({ method, path }: EndpointContract) => `${method} ${path}`;

/** Path parameters for a request that can succeed: the first record of the main project. */
async function someTarget(contract: EndpointContract): Promise<Params> {
  return isOfProject(contract) ? ((await owner.targets(contract, demo.projects.main))[0] ?? {}) : {};
}

/** The first record that is not a running build, whose comparison says how long its steps have taken so far. */
async function settledTarget(contract: EndpointContract): Promise<Params> {
  const where = { projectId: demo.projects.main, status: 'building' as const };
  const running = await api.database.prisma.buildRun.findMany({ where, select: { id: true } });
  const ids = new Set(running.map(({ id }) => String(id)));
  const targets = isOfProject(contract) ? await owner.targets(contract, demo.projects.main) : [];
  return targets.find(({ build_run_id: id }) => !ids.has(id ?? '')) ?? {};
}

/** The parameters without which the request cannot succeed. */
function queryFor(contract: EndpointContract): string {
  return isOfAccount(contract) ? `?account_id=${demo.accounts.studio.id}` : '?';
}

const ADDRESS = /[^\s@"'<>]+@[^\s@"'<>]+\.[^\s@"'<>]+/;

/** Every string in a response body, including field names, with its path. */
function* strings(value: unknown, path: readonly string[] = []): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path.filter((key) => !/^\d+$/.test(key)).join('.'), value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    yield [[...path, '(name)'].join('.'), key];
    yield* strings(item, [...path, key]);
  }
}

/** Members and agents write the text of tasks themselves; it is shown unchanged. */
function isTaskText({ path }: EndpointContract, at: string): boolean {
  return /\/tasks(?:$|\/:id$)/.test(path) && /^(?:tasks\.)?(?:title|description|labels|metadata)\b/.test(at);
}

/** The strings that a response must not contain, as `field: text`. */
function leaks(contract: EndpointContract, { body }: Response): string[] {
  const shown = [...strings(body)].filter(([at]) => !isTaskText(contract, at));
  return shown.filter(([at, text]) => isLeak(at, text)).map(([at, text]) => `${nameOf(contract)} ${at}: ${text}`);
}

const secrets = [
  ...Object.values(demo.tokens),
  ...Object.values(demo.integrations).flatMap(({ token, secret = token }) => [token, secret]),
];

/** Fields that quote a tool may contain names that the tool uses; no other field contains a member's name. */
const QUOTING_FIELDS = /(?:^|\.)(?:author|actor|lines|new_lines\.text|evidence\.text)$/;

const emails = people.map(({ email }) => email.toLowerCase());
const names = people.map(({ name }) => name.toLowerCase());

function isLeak(at: string, text: string): boolean {
  if (ADDRESS.test(text) || secrets.some((secret) => text.includes(secret))) return true;
  const lower = text.toLowerCase();
  const forbidden = QUOTING_FIELDS.test(at) ? emails : [...emails, ...names];
  return forbidden.some((word) => lower.includes(word));
}

/** Refused for rows of the demo: a build that no passing one precedes, and one whose tool Slipway cannot reach. */
const REFUSED: Readonly<Record<string, number>> = {
  'GET /v1/projects/:project_id/build_runs/:build_run_id/compare': 422,
  'POST /v1/projects/:project_id/build_runs/:build_run_id/rerun': 422,
  // The integrations of the demo have no credentials for a tool, so no search is active.
  'POST /v1/projects/:project_id/problems/:problem_id/culprit_search': 422,
  'POST /v1/projects/:project_id/problems/:problem_id/culprit_search/runs': 422,
};

function expectNoLeak(contract: EndpointContract, responses: readonly Response[]): void {
  const statuses = new Set(responses.map(({ status }) => status));
  statuses.delete(REFUSED[nameOf(contract)] ?? 0);
  expect([nameOf(contract), ...statuses]).toEqual([nameOf(contract), 200]);
  expect(responses.flatMap((response) => leaks(contract, response))).toEqual([]);
}

const cases = (list: readonly EndpointContract[]) =>
  list.map((contract): [string, EndpointContract] => [nameOf(contract), contract]);

describe('the crawl', () => {
  it('runs over data that contains addresses, and detects them in a response', async () => {
    const { prisma } = api.database;
    const withAddress = { contains: '@' };
    expect(await prisma.change.count({ where: { author: withAddress } })).toBeGreaterThan(0);
    expect(await prisma.change.count({ where: { description: withAddress } })).toBeGreaterThan(0);
    expect(await prisma.approval.count({ where: { comments: withAddress } })).toBeGreaterThan(0);
    expect(await prisma.buildLog.count({ where: { content: withAddress } })).toBeGreaterThan(0);
    expect(await prisma.connectedAccount.count({ where: { uid: withAddress } })).toBeGreaterThan(0);
    const [contract = contracts[0]] = contracts.filter(({ path }) => path.endsWith('/changes'));
    const { name = '', email = '' } = people[0] ?? {};
    const body = { changes: [{ author: name, description: `for ${name}`, display_identifier: email }] };
    expect(leaks(contract as EndpointContract, { body } as Response)).toHaveLength(2);
  });
});

/** The feed shows the last days unless asked for more. */
function wholePeriod({ query }: EndpointContract): string {
  return Object.hasOwn(query, 'days_back') ? 'days_back=90&' : '';
}

/** At most this many records of a list are read individually; the lists are read completely. */
const RECORDS = 6;

function some(targets: readonly Params[]): readonly Params[] {
  const step = Math.max(1, targets.length / RECORDS);
  return Array.from(
    { length: Math.min(targets.length, RECORDS) },
    (_, index) => targets[Math.floor(index * step)] as Params,
  );
}

describe('no response contains an email address, a secret or the name of a member', () => {
  const { rival: _, ...projects } = demo.projects;

  it.each(cases(reads.filter((contract) => !isOfProject(contract))))(
    '%s',
    async (_name, contract) => {
      const { studio, lapsed, demo: shown } = demo.accounts;
      const queries = isOfAccount(contract)
        ? [studio, lapsed, shown].map(({ prefixed_id: id }) => `${wholePeriod(contract)}account_id=${id}`)
        : [''];
      for (const query of queries) expectNoLeak(contract, await owner.pages(contract, {}, query));
    },
    CRAWL_MS,
  );

  it.each(cases(reads.filter(isOfProject)))(
    '%s',
    async (_name, contract) => {
      const responses: Response[] = [];
      for (const projectId of Object.values(projects)) {
        const targets = await owner.targets(contract, projectId);
        await forEach(
          some(targets),
          async (params) => void responses.push(...(await owner.pages(contract, params))),
        );
      }
      expect(responses.length).toBeGreaterThanOrEqual(Object.keys(projects).length);
      expectNoLeak(contract, responses);
    },
    CRAWL_MS,
  );

  it.each(cases(writes.filter(isOfProject)))(
    '%s',
    async (_name, contract) => {
      const responses: Response[] = [];
      for (const params of await owner.targets(contract, demo.projects.main)) {
        responses.push(await owner.call(contract, params));
        if (responses.at(-1)?.ok) break;
      }
      const last = responses.at(-1);
      expect(last?.ok || last?.status === REFUSED[nameOf(contract)]).toBe(true);
      expect(responses.flatMap((response) => leaks(contract, response))).toEqual([]);
    },
    CRAWL_MS,
  );
});

describe('a user can neither read nor change the rows of another account', () => {
  const sides = [
    { name: 'owner', crawler: owner, own: demo.projects.main, other: rival, foreign: demo.projects.rival },
    { name: 'rival', crawler: rival, own: demo.projects.rival, other: owner, foreign: demo.projects.main },
  ];

  it.each(cases(contracts.filter(isOfProject)))(
    '404: %s with ids of the other account',
    async (_name, contract) => {
      for (const { name, crawler, own, other, foreign } of sides) {
        const theirs = (await other.targets(contract, foreign)).slice(0, 2);
        expect([name, theirs.length > 0]).toEqual([name, true]);
        const mixed = isRecord(contract) ? theirs.map((params) => ({ ...params, project_id: String(own) })) : [];
        for (const params of [...theirs, ...mixed]) {
          const { status, body } = await crawler.call(contract, params);
          expect([name, params, status, body]).toEqual([name, params, 404, NOT_FOUND]);
        }
      }
    },
    CRAWL_MS,
  );

  it.each(cases(reads.filter((contract) => isList(contract))))(
    '%s returns no row to both accounts',
    async (_name, contract) => {
      const seen = await Promise.all(
        sides.map(async ({ crawler, own }) => {
          const targets = await crawler.targets(contract, own);
          const pages = await Promise.all(targets.map((params) => crawler.pages(contract, params)));
          return new Set(
            pages
              .flat()
              .flatMap(rowsOn)
              .map((row) => JSON.stringify(row)),
          );
        }),
      );
      expect([...(seen[0] ?? [])].filter((row) => seen[1]?.has(row))).toEqual([]);
    },
    CRAWL_MS,
  );

  it.each(cases(contracts.filter(isOfAccount)))(
    '404: %s for the other account or one of its projects',
    async (_name, contract) => {
      const { studio, rival: theirs } = demo.accounts;
      const queries = [
        `?account_id=${theirs.id}`,
        `?account_id=${theirs.prefixed_id}`,
        `?account_id=${studio.id}&project_id=${demo.projects.rival}`,
      ];
      for (const query of queries) {
        const { status, body } = await owner.call(contract, {}, query);
        expect([query, status, body]).toEqual([query, 404, NOT_FOUND]);
      }
    },
  );
});

describe('an id that does not exist is not found', () => {
  const absent = [
    ...['999999', '2147483648', '9223372036854775808', '99999999999999999999'],
    ...['0', '-1', '1.0', '1e3', 'abc', 'prj_1', '%00', '00000000-0000-4000-8000-000000000000'],
  ];

  it.each(cases(contracts.filter(isOfProject)))('404: %s', async (_name, contract) => {
    const params = await someTarget(contract);
    const name = paramsOf(contract).at(-1) ?? '';
    for (const id of absent) {
      const { status, body } = await owner.call(contract, { ...params, [name]: id });
      expect([id, status, body]).toEqual([id, 404, NOT_FOUND]);
    }
  });
});

describe("an id of the caller's other projects is not found in this one", () => {
  it.each(cases(contracts.filter(isRecord)))('404: %s', async (_name, contract) => {
    const siblings = await owner.targets(contract, demo.projects.lapsed);
    expect(siblings.length).toBeGreaterThan(0);
    for (const params of siblings.slice(0, 3)) {
      const { status, body } = await owner.call(contract, { ...params, project_id: String(demo.projects.main) });
      expect([params, status, body]).toEqual([params, 404, NOT_FOUND]);
    }
  });
});

describe('every list and detail', () => {
  // The rollup of the workspace feed changes over time; its own test covers 304.
  it.each(cases(reads.filter((contract) => !isOfAccount(contract))))(
    '304: %s when nothing changed',
    async (_name, contract) => {
      const params = await settledTarget(contract);
      const { headers } = await owner.call(contract, params);
      const { status } = await owner.call(contract, params, '', { 'If-None-Match': headers['etag'] ?? '' });
      expect(status).toBe(304);
    },
  );

  const tellLimit = ({ response }: EndpointContract) => JSON.stringify(response ?? null).includes('"limit"');
  it.each(cases(reads.filter((contract) => Object.hasOwn(contract.query, 'limit') && tellLimit(contract))))(
    '200: %s clamps limit to 50',
    async (_name, contract) => {
      const { body } = await owner.call(contract, await someTarget(contract), `${queryFor(contract)}&limit=999`);
      expect(body.pagination.limit).toBe(50);
    },
  );
});

describe('an endpoint requires its own scope and no other', () => {
  it.each(cases(contracts.filter(isScoped)))('%s', async (_name, contract) => {
    const { scope } = contract as EndpointContract & { scope: Scope };
    const params = await someTarget(contract);
    const as = async (scopes: readonly Scope[]) => {
      const { owner: ofAccount, member } = demo.users;
      const user = contract.errors?.includes('owner_required') ? ofAccount : member;
      const { token } = await api.make.apiToken(user.id, { scopes });
      return await createCrawler(api, token).call(contract, params);
    };
    const others = SCOPES.filter((other) => other !== scope);
    const refused = await as(others);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      error: 'insufficient_scope',
      required_scope: scope,
      token_scopes: others,
    });
    expect([401, 403]).not.toContain((await as([scope])).status);
  });

  it.each(cases(contracts.filter(({ scope }) => scope !== 'public')))(
    '401: %s without a token',
    async (_name, contract) => {
      const { status, text } = await createCrawler(api, null).call(contract, await someTarget(contract));
      expect([status, text]).toEqual([401, '']);
    },
  );
});

describe('every endpoint refuses an unknown parameter', () => {
  it.each(cases(contracts))('422: %s', async (_name, contract) => {
    const { status, body } = await owner.call(contract, await someTarget(contract), '?bogus=1');
    expect([status, body.error]).toEqual([422, 'unknown_parameter']);
  });
});

describe('an endpoint that writes refuses a read-only account', () => {
  it.each(cases(writes.filter(isOfProject)))('403: %s', async (_name, contract) => {
    for (const [project, reason] of [
      ['lapsed', 'trial_expired'],
      ['demo', 'demo'],
    ] as const) {
      const params = (await owner.targets(contract, demo.projects[project]))[0] ?? {
        project_id: String(demo.projects[project]),
      };
      const { status, body } = await owner.call(contract, params);
      expect([status, body]).toMatchObject([403, { error: 'demo_read_only', reason }]);
      expect('upgrade_url' in body).toBe(reason === 'trial_expired');
    }
  });
});
