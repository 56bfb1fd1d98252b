import { createFirstUser, hasNoUsers } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import type { Notice } from '../pages/layout.js';
import { renderSetup } from '../pages/new-account.js';
import type { AuthDeps } from './deps.js';
import { readForm } from './form.js';
import { accountProblem, afterJoining, EMAIL, newAccountOf, readValues } from './joining.js';
import { isLocalVisit } from './loopback.js';
import { hashPassword, passwordProblem } from './passwords.js';
import { minutesOf } from './throttle.js';

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
  const values = readValues(form);
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
  const problem =
    accountProblem(values, ['account_name', 'project_name', 'name']) ??
    (EMAIL.test(email) ? null : 'Enter a valid email address.') ??
    (await passwordProblem(password, [email, name, accountName]));
  if (problem !== null) return again(422, problem);
  const user = { name, email, passwordHash: await hashPassword(password), isAddressProven: true };
  const created = await createFirstUser(deps.database, { ...newAccountOf(values), ...user });
  if (created === null) return response.redirect(303, '/sign-in');
  await deps.setupCode.discard();
  const next = await afterJoining(() =>
    deps.sessions.start(request, response, { userId: created.userId, method: 'password' }),
  );
  deps.devices.remember(request, response, created.userId);
  response.redirect(303, next);
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
