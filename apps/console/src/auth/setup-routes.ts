import { randomBytes } from 'node:crypto';
import { createFirstUser, type FirstRun, hasNoUsers } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import type { Notice } from '../pages/layout.js';
import { renderSetup } from '../pages/setup.js';
import { afterJoining } from './after-joining.js';
import type { AuthDeps } from './deps.js';
import { readForm } from './form.js';
import { isLocalVisit } from './loopback.js';
import { hashPassword, passwordProblem } from './passwords.js';
import { minutesOf } from './throttle.js';

const ENGINES = ['unreal', 'unity', 'custom'] as const;
const EMAIL = /^[^\s\p{C}@<>]+@[^\s\p{C}@<>]+$/u;

/**
 * Sets up an empty service: the person who does so becomes the owner of its first account. A visitor from another
 * machine enters a code to prove that they operate the service.
 */
export function setupRoutes(deps: AuthDeps): Router {
  const router = Router();
  router.get('/setup', async (request, response) => {
    if (!(await hasNoUsers(deps.database))) return response.redirect(303, '/sign-in');
    await deps.setupCode.announce();
    sendSetup(request, response, { deps, notice: null, values: { engine: 'unreal' } });
  });
  router.post('/setup', readForm, (request, response) => setUp(request, response, deps));
  return router;
}

async function setUp(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const values = Object.fromEntries([...form].map(([name, value]) => [name, oneLine(value)]));
  const again = (status: number, text: string) =>
    sendSetup(request, response.status(status), { deps, notice: { kind: 'problem', text }, values });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, foreign);
  if (!(await hasNoUsers(deps.database))) return response.redirect(303, '/sign-in');
  const refusal = await refusalOf(request, values['setup_code'] ?? '', deps);
  if (refusal?.waitSeconds) response.set('Retry-After', String(refusal.waitSeconds));
  if (refusal !== null) return again(refusal.waitSeconds === null ? 422 : 429, refusal.text);
  const password = form.get('password') ?? '';
  const { email = '', name = '', account_name: accountName = '' } = values;
  const problem = problemOf(values) ?? (await passwordProblem(password, [email, name, accountName]));
  if (problem !== null) return again(422, problem);
  const created = await createFirstUser(deps.database, await firstRunOf(values, password));
  if (created === null) return response.redirect(303, '/sign-in');
  await deps.setupCode.discard();
  const next = await afterJoining(() =>
    deps.sessions.start(request, response, { userId: created.userId, method: 'password' }),
  );
  deps.devices.remember(request, response, created.userId);
  response.redirect(303, next);
}

async function firstRunOf(values: Readonly<Record<string, string>>, password: string): Promise<FirstRun> {
  const value = (name: string) => values[name] ?? '';
  return {
    accountName: value('account_name'),
    projectName: value('project_name'),
    engine: ENGINES.find((engine) => engine === value('engine')) ?? 'custom',
    name: value('name'),
    email: value('email'),
    passwordHash: await hashPassword(password),
    prefixedId: `acct_${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`,
  };
}

/** Puts a text on one line. A form field may contain any character, including NUL. */
function oneLine(text: string): string {
  return text.replace(/\p{C}+/gu, ' ').trim();
}

interface Refusal {
  readonly text: string;
  readonly waitSeconds: number | null;
}

/** Why a visitor may not set up the service; null for a visitor on this machine, or with the right code. */
async function refusalOf(request: Request, typed: string, deps: AuthDeps): Promise<Refusal | null> {
  if (isLocalVisit(request, deps.origin)) return null;
  const { throttle, setupCode } = deps;
  const waitSeconds = await throttle.setupCode(request.ip);
  if (waitSeconds !== null)
    return { text: `Too many wrong codes. Try again in ${minutesOf(waitSeconds)}.`, waitSeconds };
  if (!(await setupCode.matches(typed))) return { text: 'Incorrect setup code.', waitSeconds: null };
  await throttle.setupCodeGiven(request.ip);
  return null;
}

const LABELS = { account_name: 'the studio name', project_name: 'the project name', name: 'your name' } as const;

function problemOf(values: Readonly<Record<string, string>>): string | null {
  for (const [field, label] of Object.entries(LABELS)) {
    const { length } = [...(values[field] ?? '')];
    if (length === 0) return `Enter ${label}.`;
    if (length > 100) return `Shorten ${label} to at most 100 characters.`;
  }
  return EMAIL.test(values['email'] ?? '') ? null : 'Enter a valid email address.';
}

interface SetupPage {
  readonly deps: AuthDeps;
  readonly notice: Notice | null;
  readonly values: Readonly<Record<string, string>>;
}

function sendSetup(request: Request, response: Response, { deps, notice, values }: SetupPage): void {
  const asksForCode = !isLocalVisit(request, deps.origin);
  const csrfToken = deps.guard.issue(request, response);
  response.type('html').send(renderSetup({ csrfToken, asksForCode, notice, values }));
}
