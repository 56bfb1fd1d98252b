import type { EndpointContract } from '@slipway/contracts';
import { endpoints } from '@slipway/rest';
import type { Response } from 'supertest';
import type { ServedApi } from './api.js';

/** The contracts of all endpoints of the API. */
export const contracts: readonly EndpointContract[] = endpoints.map(({ contract }) => contract);

type Row = Readonly<Record<string, unknown>>;
export type Params = Readonly<Record<string, string>>;

/** Calls endpoints with one token, with ids from the lists that this token can read. */
export interface Crawler {
  /** Sends a request, with the example body if the endpoint takes one. */
  call(contract: EndpointContract, params: Params, query?: string, headers?: Params): Promise<Response>;
  /** Reads every page of a list. A list without cursors is read once for each value of its filters instead. */
  pages(contract: EndpointContract, params: Params, query?: string): Promise<Response[]>;
  /** Values for the path's parameters, read from the list that the path extends. */
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

  async function call(contract: EndpointContract, params: Params, query = '', headers: Params = {}) {
    const request = api.send(contract.method, fill(contract, params) + query, token).set(headers);
    return await (contract.body === undefined ? request : request.send(contract.body.example as object));
  }

  async function pages(contract: EndpointContract, params: Params, query = ''): Promise<Response[]> {
    const isPaged = Object.hasOwn(contract.query, 'limit');
    const parameters = [query, isPaged ? 'limit=50' : ''].filter((part) => part !== '').join('&');
    const first = parameters === '' ? '' : `?${parameters}`;
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
      if (list === undefined) throw new Error(`No list returns ids for :${name} of ${contract.path}`);
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
  return page?.body.pagination?.next_cursor ?? page?.body.next_cursor ?? null;
}

/** One filter for each value of each closed set. */
function closedFilters({ query }: EndpointContract): string[] {
  return Object.entries(query).flatMap(([name, { schema }]) =>
    ((schema as { enum?: readonly string[] }).enum ?? []).map((value) => `${name}=${value}`),
  );
}

/** The rows of a list response. */
export function rowsOn({ body }: Response): Row[] {
  return (Object.values(body).find(Array.isArray) ?? []) as Row[];
}

function idsOn(page: Response): string[] {
  return rowsOn(page).flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
}

/** Runs `work` for each item, four at a time. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: 4 }, lane));
}
