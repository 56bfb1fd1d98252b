import { endpoints } from '@slipway/api';
import type { EndpointContract } from '@slipway/contracts';
import type { Response } from 'supertest';
import type { ServedApi } from './api.js';

/** Every endpoint that is served. */
export const contracts: readonly EndpointContract[] = endpoints.map(({ contract }) => contract);

type Row = Readonly<Record<string, unknown>>;
export type Params = Readonly<Record<string, string>>;

/** Calls endpoints as one token, with ids that lists gave it. */
export interface Crawler {
  /** Sends what the endpoint takes: its example where it has a body. */
  call(contract: EndpointContract, params: Params, query?: string): Promise<Response>;
  /** Every page of a list, or what stands in for them where a list has no cursor. */
  pages(contract: EndpointContract, params: Params, query?: string): Promise<Response[]>;
  /** Ids for every parameter of the path that follows the project, from the list before it. */
  targets(contract: EndpointContract, projectId: number): Promise<Params[]>;
}

/** The names of a path's parameters. */
export function paramsOf({ path }: EndpointContract): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name);
}

function fill({ path }: EndpointContract, params: Params): string {
  return path.replaceAll(/:([a-z_]+)/g, (_, name: string) => params[name] ?? `no-${name}`);
}

export function createCrawler(api: ServedApi, token: string | null): Crawler {
  const idsOfLists = new Map<string, Promise<string[]>>();

  async function call(contract: EndpointContract, params: Params, query = ''): Promise<Response> {
    const request = api.send(contract.method, fill(contract, params) + query, token);
    return await (contract.body === undefined ? request : request.send(contract.body.example as object));
  }

  async function pages(contract: EndpointContract, params: Params, query = ''): Promise<Response[]> {
    const isPaged = Object.hasOwn(contract.query, 'limit');
    const asked = [query, isPaged ? 'limit=50' : ''].filter((part) => part !== '').join('&');
    const first = asked === '' ? '' : `?${asked}`;
    const read = [await call(contract, params, first)];
    for (let cursor = cursorOf(read.at(-1)); cursor !== null; cursor = cursorOf(read.at(-1)))
      read.push(await call(contract, params, `${first}&cursor=${cursor}`));
    if (isPaged && !Object.hasOwn(contract.query, 'cursor'))
      for (const filter of closedFilters(contract)) read.push(await call(contract, params, `${first}&${filter}`));
    return read;
  }

  function idsOf(list: EndpointContract, params: Params): Promise<string[]> {
    const key = fill(list, params);
    const known = idsOfLists.get(key) ?? pages(list, params).then((read) => [...new Set(read.flatMap(idsOn))]);
    idsOfLists.set(key, known);
    return known;
  }

  async function targets(contract: EndpointContract, projectId: number): Promise<Params[]> {
    let found: Params[] = [{ project_id: String(projectId) }];
    for (const name of paramsOf(contract).filter((param) => param !== 'project_id')) {
      const path = contract.path.slice(0, contract.path.indexOf(`/:${name}`));
      const list = contracts.find((other) => other.method === 'GET' && other.path === path);
      if (list === undefined) throw new Error(`No list gives ids for :${name} of ${contract.path}`);
      const each = found.map(async (params) =>
        (await idsOf(list, params)).map((id) => ({ ...params, [name]: id })),
      );
      found = (await Promise.all(each)).flat();
    }
    return found;
  }

  return { call, pages, targets };
}

function cursorOf(page: Response | undefined): string | null {
  return page?.body.pagination?.next_cursor ?? null;
}

/** One filter for each value of each closed set. */
function closedFilters({ query }: EndpointContract): string[] {
  return Object.entries(query).flatMap(([name, { schema }]) =>
    ((schema as { enum?: readonly string[] }).enum ?? []).map((value) => `${name}=${value}`),
  );
}

/** The rows of a list's answer. */
export function rowsOn({ body }: Response): Row[] {
  return (Object.values(body).find(Array.isArray) ?? []) as Row[];
}

function idsOn(page: Response): string[] {
  return rowsOn(page).flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
}

/** Runs work over items, a few at a time. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: 4 }, lane));
}
