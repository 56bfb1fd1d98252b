import { addPasskey, findRequiredSso, findUser, MAX_PASSKEYS } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import type { Notice } from '../../pages/layout.js';
import { renderAddPasskey } from '../../pages/passkeys.js';
import { refuseOwnSignIn } from '../../sso/refusals.js';
import type { AuthDeps } from '../deps.js';
import { readForm, readQuery, returnPath, sourceOf } from '../form.js';
import { sendMessage, signInPath } from '../messages.js';
import { attemptPasskey } from '../second-factor/attempt-factor.js';
import { startSession } from '../second-factor/complete-sign-in.js';
import { FACTOR_SETTINGS, type FactorVisit, findFactorVisit, finishSetup } from '../second-factor/factor-setup.js';
import { newRecoveryCodes } from '../second-factor/totp.js';

const PATH = '/second-factor/passkey';
const MAX_NAME = 100;

const PROBLEMS = {
  name: `Enter a name with at most ${MAX_NAME} characters.`,
  invalid: 'This passkey was not accepted. Try again.',
  used: 'This passkey was already added.',
  too_many: `You have ${MAX_PASSKEYS} passkeys. Remove one before you add another.`,
} as const;

export function passkeyRoutes(deps: AuthDeps): Router {
  const router = Router();
  router.use(passkeySignIn(deps));
  router.get(PATH, async (request, response) => {
    const query = readQuery(request);
    const visit = await findVisit(request, response, query, deps);
    if (visit !== null) sendForm(request, response, { deps, visit, notice: null });
  });
  router.get(`${PATH}/options`, async (request, response) => {
    const visit = await findVisit(request, response, new URLSearchParams(), deps);
    if (visit === null) return;
    const user = await findUser(deps.database, visit.userId);
    response.json(await deps.passkeys.creationOptions(user, addBindingOf(visit)));
  });
  router.post(PATH, readForm, (request, response) => add(request, response, deps));
  return router;
}

const addBindingOf = ({ browser }: FactorVisit) => `add ${browser}`;

/** Null if the response was already sent. */
function findVisit(
  request: Request,
  response: Response,
  fields: URLSearchParams,
  deps: AuthDeps,
): Promise<FactorVisit | null> {
  if (!deps.passkeys.isAvailable) return Promise.resolve(sendUnavailable(response, deps.origin));
  const returnTo = returnPath(fields.get('return_to') ?? undefined);
  return findFactorVisit(request, response, { path: PATH, returnTo }, deps);
}

function sendUnavailable(response: Response, origin: string): null {
  const text = `Browsers offer passkeys only at a host name with https, and this service is at ${origin}. Ask your operator to change BASE_URL.`;
  const title = 'Passkeys are not available';
  return sendMessage(response, 404, { title, text, href: FACTOR_SETTINGS, label: 'Back' });
}

async function add(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const visit = await findVisit(request, response, form, deps);
  if (visit === null) return;
  const again = (status: number, text: string) =>
    sendForm(request, response.status(status), { deps, visit, notice: { kind: 'problem', text } });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, foreign);
  const name = (form.get('name') ?? '').replace(/\p{C}+/gu, ' ').trim();
  if (name === '' || [...name].length > MAX_NAME) return again(422, PROBLEMS.name);
  const created = await deps.passkeys.readCreated(form.get('passkey') ?? '', addBindingOf(visit));
  if (created === null) return again(422, PROBLEMS.invalid);
  const { userId } = visit;
  const { codes, codeHashes } = newRecoveryCodes(userId);
  const passkey = {
    userId,
    name,
    ...created,
    codeHashes,
    now: new Date(deps.clock.now()),
    source: sourceOf(request),
  };
  const added = await deps.database.modelTransaction((tx) => addPasskey(tx, passkey));
  if (typeof added === 'string') return again(422, PROBLEMS[added]);
  await finishSetup(request, response, { deps, visit, method: 'passkey', codes: added.isFirst ? codes : null });
}

interface AddPage {
  readonly deps: AuthDeps;
  readonly visit: FactorVisit;
  readonly notice: Notice | null;
}

function sendForm(request: Request, response: Response, { deps, visit, notice }: AddPage): void {
  const { isSigningIn, returnTo, state } = visit;
  const csrfToken = deps.guard.issue(request, response);
  const isRequired = state.isRequired && !state.hasFactor;
  response.type('html').send(renderAddPasskey({ csrfToken, returnTo, notice, isSigningIn, isRequired }));
}

/**
 * Signs in with a passkey alone. The device has verified the person, by a fingerprint or a PIN, so that it counts as
 * both factors.
 */
function passkeySignIn(deps: AuthDeps): Router {
  const router = Router();
  router.get('/sign-in/passkey', async (request, response) => {
    response.json(await deps.passkeys.requestOptions(null, signInBindingOf(request, response, deps)));
  });
  router.post('/sign-in/passkey', readForm, (request, response) => signIn(request, response, deps));
  return router;
}

const signInBindingOf = (request: Request, response: Response, { guard }: AuthDeps) =>
  `sign-in ${guard.issue(request, response)}`;

async function signIn(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const form = request.body as URLSearchParams;
  const returnTo = returnPath(form.get('return_to') ?? undefined);
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return refuse(response, 403, foreign, returnTo);
  const used = {
    sent: form.get('passkey') ?? '',
    userId: null,
    binding: signInBindingOf(request, response, deps),
  };
  const attempt = await attemptPasskey(used, sourceOf(request), deps);
  if ('refused' in attempt) return refuse(response, attempt.refused.status, attempt.refused.notice.text, returnTo);
  const { userId } = attempt;
  const required = await findRequiredSso(deps.database, userId);
  if (required !== null)
    return refuseOwnSignIn(request, response, { used: 'passkey', deps, required, userId, returnTo });
  await startSession(request, response, attempt, deps);
  response.redirect(303, returnTo);
}

function refuse(response: Response, status: number, text: string, returnTo: string): void {
  const href = signInPath(returnTo, false);
  sendMessage(response, status, { title: 'You are not signed in', text, href, label: 'Back to sign in' });
}
