import { createHash } from 'node:crypto';
import { EVENT_TYPES } from '@slipway/contracts';
import type { ProjectSettingsRecord } from '@slipway/db';
import type { ProjectLinkKind } from '@slipway/domain';
import { queryOf, type Request, type Response, Router } from '@slipway/http';
import type { ConsoleServices } from '../services.js';
import { writeAtomFeed } from './atom-feed.js';
import { drawBadge } from './badge.js';
import { feedPath } from './public-paths.js';

const FEED_EVENTS = 50;
const FEED_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
const CACHE_SECONDS = 60;
const MAX_FILTER_LENGTH = 500;

/** What a project shows to whoever has the address: a badge and a feed. Both need no session. */
export function publicRoutes(services: ConsoleServices): Router {
  const router = Router();
  router.get('/badges/:file', (request, response) => sendBadge(request, response, services));
  router.get('/feeds/:file', (request, response) => sendFeed(request, response, services));
  return router;
}

async function sendBadge(request: Request, response: Response, services: ConsoleServices): Promise<void> {
  const token = tokenOf(request, '.svg');
  const project = await projectOf(token, 'badge', services);
  if (project === null) return refuse(response);
  const query = new URLSearchParams(queryOf(request.originalUrl));
  const filter = (name: string) => query.get(name)?.replaceAll('\0', '').slice(0, MAX_FILTER_LENGTH) || undefined;
  const asked = { projectId: project.id, job: filter('job'), branch: filter('branch') };
  const build = await services.reads.findBadgeBuild(asked);
  // Pages of other sites show it: README files, wikis.
  response.set('Cross-Origin-Resource-Policy', 'cross-origin');
  send(request, response, { type: 'image/svg+xml; charset=utf-8', text: drawBadge(build, asked) });
}

async function sendFeed(request: Request, response: Response, services: ConsoleServices): Promise<void> {
  const { reads, clock, baseUrl } = services;
  const token = tokenOf(request, '.atom');
  const project = await projectOf(token, 'feed', services);
  if (project === null) return refuse(response);
  const from = clock.now() - FEED_DAYS * DAY_MS;
  const scope = { accountId: project.accountId, projectId: project.id };
  const events = await reads.listFeed(scope, { count: FEED_EVENTS, after: null, from, eventTypes: EVENT_TYPES });
  const text = writeAtomFeed(project, events, { baseUrl, feedUrl: baseUrl + feedPath(token) });
  const modifiedAt = events[0]?.at;
  if (modifiedAt !== undefined) response.set('Last-Modified', modifiedAt.toUTCString());
  send(request, response, { type: 'application/atom+xml; charset=utf-8', text });
}

/** The token in a file name; empty if the name has another ending. */
function tokenOf(request: Request, ending: string): string {
  const file = String(request.params['file']);
  return file.endsWith(ending) ? file.slice(0, -ending.length) : '';
}

/** The project behind a token; null unless the token is its present one. */
async function projectOf(
  token: string,
  kind: ProjectLinkKind,
  { reads, projectLinks }: ConsoleServices,
): Promise<ProjectSettingsRecord | null> {
  const projectId = projectLinks.projectIdOf(token);
  const project = projectId === null ? null : await reads.findProjectSettings(projectId);
  if (projectId === null || project === null) return null;
  const version = kind === 'badge' ? project.badgeVersion : project.feedVersion;
  return projectLinks.accepts(token, { kind, projectId, version }) ? project : null;
}

function refuse(response: Response): void {
  response.status(404).set('Cache-Control', 'no-store').type('txt').send('Not found\n');
}

function send(request: Request, response: Response, { type, text }: { type: string; text: string }): void {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  response.set({ ETag: tag, 'Cache-Control': `public, max-age=${CACHE_SECONDS}`, 'Content-Type': type });
  if (request.get('if-none-match') === tag) return void response.status(304).end();
  response.send(text);
}
