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

/** Where to send a request that can succeed: the first record of the main project, the studio's feed. */
async function someTarget(contract: EndpointContract): Promise<Params> {
  return isOfProject(contract) ? ((await owner.targets(contract, demo.projects.main))[0] ?? {}) : {};
}

const ADDRESS = /[^\s@"'<>]+@[^\s@"'<>]+\.[^\s@"'<>]+/;

/** Every string of an answer with the way to it, but for what users wrote into tasks. */
function* strings(value: unknown, path: readonly string[] = []): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path.filter((key) => !/^\d+$/.test(key)).join('.'), value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    yield [[...path, '(name)'].join('.'), key];
    yield* strings(item, [...path, key]);
  }
}

function isTaskText({ path }: EndpointContract, at: string): boolean {
  return /\/tasks(?:$|\/:id$)/.test(path) && /^(?:tasks\.)?(?:title|description|labels|metadata)\b/.test(at);
}

/** What an answer must not tell, as `field: text`. */
function leaks(contract: EndpointContract, { body }: Response): string[] {
  const told = [...strings(body)].filter(([at]) => !isTaskText(contract, at));
  return told.filter(([at, text]) => isLeak(at, text)).map(([at, text]) => `${nameOf(contract)} ${at}: ${text}`);
}

const secrets = [
  ...Object.values(demo.tokens),
  ...Object.values(demo.integrations).flatMap(({ token, secret = token }) => [token, secret]),
];

/** What quotes a tool's own words may name whom the tool names; nowhere else is a member named. */
const QUOTING_FIELDS = /(?:^|\.)(?:author|actor|lines|evidence\.text)$/;

function isLeak(at: string, text: string): boolean {
  if (ADDRESS.test(text) || secrets.some((secret) => text.includes(secret))) return true;
  const known = people.flatMap(({ name, email }) => (QUOTING_FIELDS.test(at) ? [email] : [email, name]));
  return known.some((word) => text.toLowerCase().includes(word.toLowerCase()));
}

/** Reads what an endpoint shows to a token, in every project it is given; fails where that leaks. */
async function expectNoLeak(contract: EndpointContract, answers: readonly Response[]): Promise<void> {
  const statuses = new Set(answers.map(({ status }) => status));
  expect([nameOf(contract), ...statuses]).toEqual([nameOf(contract), 200]);
  expect(answers.flatMap((answer) => leaks(contract, answer))).toEqual([]);
}

const cases = (list: readonly EndpointContract[]) =>
  list.map((contract): [string, EndpointContract] => [nameOf(contract), contract]);

describe('the crawl', () => {
  it('has addresses to find, and would find them', async () => {
    const { prisma } = api.database;
    const holding = { contains: '@' };
    expect(await prisma.change.count({ where: { author: holding } })).toBeGreaterThan(0);
    expect(await prisma.change.count({ where: { description: holding } })).toBeGreaterThan(0);
    expect(await prisma.approval.count({ where: { comments: holding } })).toBeGreaterThan(0);
    expect(await prisma.buildLog.count({ where: { content: holding } })).toBeGreaterThan(0);
    expect(await prisma.connectedAccount.count({ where: { uid: holding } })).toBeGreaterThan(0);
    const [contract = contracts[0]] = contracts.filter(({ path }) => path.endsWith('/changes'));
    const { name = '', email = '' } = people[0] ?? {};
    const body = { changes: [{ author: name, description: `for ${name}`, display_identifier: email }] };
    expect(leaks(contract as EndpointContract, { body } as Response)).toHaveLength(2);
  });
});

describe('no answer holds an e-mail address, a secret or a name that a tool did not give', () => {
  const { rival: _, ...projects } = demo.projects;

  it.each(cases(reads.filter((contract) => !isOfProject(contract))))(
    '%s',
    async (_name, contract) => {
      const accounts = isOfAccount(contract) ? ['studio', 'lapsed', 'demo'] : [''];
      for (const account of accounts) {
        const query = account === '' ? '' : `days_back=90&account_id=${demo.accounts[account]?.prefixed_id}`;
        await expectNoLeak(contract, await owner.pages(contract, {}, query));
      }
    },
    CRAWL_MS,
  );

  it.each(cases(reads.filter(isOfProject)))(
    '%s',
    async (_name, contract) => {
      const answers: Response[] = [];
      for (const projectId of Object.values(projects)) {
        const targets = await owner.targets(contract, projectId);
        await forEach(targets, async (params) => void answers.push(...(await owner.pages(contract, params))));
      }
      expect(answers.length).toBeGreaterThanOrEqual(Object.keys(projects).length);
      await expectNoLeak(contract, answers);
    },
    CRAWL_MS,
  );

  it.each(cases(writes.filter(isOfProject)))(
    '%s',
    async (_name, contract) => {
      const answers: Response[] = [];
      for (const params of await owner.targets(contract, demo.projects.main)) {
        answers.push(await owner.call(contract, params));
        if (answers.at(-1)?.ok) break;
      }
      expect(answers.at(-1)?.ok).toBe(true);
      expect(answers.flatMap((answer) => leaks(contract, answer))).toEqual([]);
    },
    CRAWL_MS,
  );
});

describe('nobody sees or changes what is in another account', () => {
  const sides = [
    { name: 'owner', crawler: owner, own: demo.projects.main, other: rival, foreign: demo.projects.rival },
    { name: 'rival', crawler: rival, own: demo.projects.rival, other: owner, foreign: demo.projects.main },
  ];

  it.each(cases(contracts.filter(isOfProject)))(
    '404: %s with ids of the other',
    async (_name, contract) => {
      for (const { name, crawler, own, other, foreign } of sides) {
        const theirs = (await other.targets(contract, foreign)).slice(0, 20);
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
    '%s shows each row to one of them only',
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
    '404: %s for the account or a project of the other',
    async (_name, contract) => {
      const { studio, rival: theirs } = demo.accounts;
      const queries = [
        `?account_id=${theirs?.id}`,
        `?account_id=${theirs?.prefixed_id}`,
        `?account_id=${studio?.id}&project_id=${demo.projects.rival}`,
      ];
      for (const query of queries) {
        const { status, body } = await owner.call(contract, {}, query);
        expect([query, status, body]).toEqual([query, 404, NOT_FOUND]);
      }
    },
  );
});

describe('a scope opens its endpoints and no other', () => {
  it.each(cases(contracts.filter(isScoped)))('%s', async (_name, contract) => {
    const { scope } = contract as EndpointContract & { scope: Scope };
    const params = await someTarget(contract);
    const as = async (scopes: readonly Scope[]) => {
      const { token } = await api.make.apiToken(demo.users.member.id, { scopes });
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

describe('every endpoint refuses a parameter it does not name', () => {
  it.each(cases(contracts))('422: %s', async (_name, contract) => {
    const { status, body } = await owner.call(contract, await someTarget(contract), '?bogus=1');
    expect([status, body.error]).toEqual([422, 'unknown_parameter']);
  });
});

describe('a read-only account is not written to', () => {
  it.each(cases(writes.filter(isOfProject)))('403: %s', async (_name, contract) => {
    for (const [project, reason] of [
      ['lapsed', 'trial_expired'],
      ['demo', 'demo'],
    ] as const) {
      const params = (await owner.targets(contract, demo.projects[project]))[0] ?? {};
      const { status, body } = await owner.call(contract, params);
      expect([status, body]).toMatchObject([403, { error: 'demo_read_only', reason }]);
      expect('upgrade_url' in body).toBe(reason === 'trial_expired');
    }
  });
});
