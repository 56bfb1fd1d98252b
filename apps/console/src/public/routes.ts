import { createHash } from 'node:crypto';
import { EVENT_TYPES } from '@slipway/contracts';
import type { ProjectSettingsRecord } from '@slipway/db';
import { queryOf, type Request, type Response, Router } from '@slipway/http';
import { redactorsOf } from '../redactors-of.js';
import type { ConsoleServices } from '../services.js';
import { writeAtomFeed } from './atom-feed.js';
import { drawBadge } from './badge.js';

export const badgePath = (token: string): string => `/badges/${token}.svg`;

export const feedPath = (token: string): string => `/feeds/${token}.atom`;

const FEED_EVENTS = 50;
const FEED_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
const CACHE_SECONDS = 60;
const MAX_FILTER_LENGTH = 500;

export function publicRoutes(services: ConsoleServices): Router {
  const router = Router();
  router.get('/badges/:file', (request, response) => sendBadge(request, response, services));
  router.get('/feeds/:file', (request, response) => sendFeed(request, response, services));
  return router;
}

async function sendBadge(request: Request, response: Response, services: ConsoleServices): Promise<void> {
  const token = tokenOf(request, '.svg');
  const project = await badgeProject(token, services);
  if (project === null) return refuse(response);
  const query = new URLSearchParams(queryOf(request.originalUrl));
  const filter = (name: string) => query.get(name)?.replaceAll('\0', '').slice(0, MAX_FILTER_LENGTH) || undefined;
  const filters = { projectId: project.id, job: filter('job'), branch: filter('branch') };
  const { reads, clock } = services;
  const build = await reads.findBadgeBuild(filters);
  const stale = await reads.findStaleBuilds(project.accountId, build === null ? [] : [build], clock.now());
  const redactorOf = await redactorsOf(services, [project.id]);
  // Pages on other sites embed it: README files, wikis.
  response.set('Cross-Origin-Resource-Policy', 'cross-origin');
  const caching = `public, max-age=${CACHE_SECONDS}`;
  send(request, response, {
    type: 'image/svg+xml; charset=utf-8',
    text: drawBadge(build && { ...build, isStale: stale.has(build.id) }, filters, redactorOf(project.id)),
    caching,
  });
}

async function sendFeed(request: Request, response: Response, services: ConsoleServices): Promise<void> {
  const { reads, clock, baseUrl, feedLinks } = services;
  const token = tokenOf(request, '.atom');
  const id = feedLinks.read(token);
  const project = id === null ? null : await reads.findFeedProject(id);
  if (project === null) return refuse(response);
  const from = clock.now() - FEED_DAYS * DAY_MS;
  const scope = { accountId: project.accountId, projectId: project.id };
  const events = await reads.listFeed(scope, { count: FEED_EVENTS, after: null, from, eventTypes: EVENT_TYPES });
  const redactorOf = await redactorsOf(services, [project.id]);
  const place = { baseUrl, feedUrl: baseUrl + feedPath(token), redactor: redactorOf(project.id) };
  const text = writeAtomFeed(project, events, place);
  const modifiedAt = events[0]?.at;
  if (modifiedAt !== undefined) response.set('Last-Modified', modifiedAt.toUTCString());
  // No cache may keep serving the feed after its owner has left the account.
  send(request, response, { type: 'application/atom+xml; charset=utf-8', text, caching: 'private, no-cache' });
}

/** The token in a file name; empty if the name has a different extension. */
function tokenOf(request: Request, ending: string): string {
  const file = String(request.params['file']);
  return file.endsWith(ending) ? file.slice(0, -ending.length) : '';
}

/** The project behind a badge token; null unless the token is its current one. */
async function badgeProject(
  token: string,
  { reads, badgeLinks }: ConsoleServices,
): Promise<ProjectSettingsRecord | null> {
  const projectId = badgeLinks.projectIdOf(token);
  const project = projectId === null ? null : await reads.findProjectSettings(projectId);
  if (projectId === null || project === null) return null;
  return badgeLinks.accepts(token, { projectId, version: project.badgeVersion }) ? project : null;
}

function refuse(response: Response): void {
  response.status(404).set('Cache-Control', 'no-store').type('txt').send('Not found\n');
}

interface PublicFile {
  readonly type: string;
  readonly text: string;
  readonly caching: string;
}

function send(request: Request, response: Response, { type, text, caching }: PublicFile): void {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  response.set({ ETag: tag, 'Cache-Control': caching, 'Content-Type': type });
  if (request.get('if-none-match') === tag) return void response.status(304).end();
  response.send(text);
}
