import { addPasskey, findUser, MAX_PASSKEYS } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import type { Notice } from '../../pages/layout.js';
import { renderAddPasskey } from '../../pages/passkeys.js';
import { renderMessage } from '../../pages/sign-in.js';
import type { AuthDeps } from '../deps.js';
import { readForm, readQuery } from '../form.js';
import { returnPath } from '../return-path.js';
import { FACTOR_SETTINGS, type FactorVisit, findFactorVisit } from '../second-factor/factor-visit.js';
import { finishSetup } from '../second-factor/finish-setup.js';
import { newRecoveryCodes } from '../second-factor/totp.js';
import { sourceOf } from '../source-of.js';
import { passkeySignIn } from './sign-in-routes.js';

const PATH = '/second-factor/passkey';
const MAX_NAME = 100;

const PROBLEMS = {
  name: `Enter a name with at most ${MAX_NAME} characters.`,
  invalid: 'This passkey was not accepted. Try again.',
  used: 'This passkey was already added.',
  too_many: `You have ${MAX_PASSKEYS} passkeys. Remove one before you add another.`,
} as const;

/** Adds passkeys: for a signed-in user, or during a sign-in to an account that requires a second factor. */
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
    response.json(await deps.passkeys.creationOptions(user, bindingOf(visit)));
  });
  router.post(PATH, readForm, (request, response) => add(request, response, deps));
  return router;
}

const bindingOf = ({ browser }: FactorVisit) => `add ${browser}`;

/** Null if the response was already sent. */
function findVisit(
  request: Request,
  response: Response,
  fields: URLSearchParams,
  deps: AuthDeps,
): Promise<FactorVisit | null> {
  if (!deps.passkeys.isAvailable) {
    sendUnavailable(response, deps.origin);
    return Promise.resolve(null);
  }
  const returnTo = returnPath(fields.get('return_to') ?? undefined);
  return findFactorVisit(request, response, { path: PATH, returnTo }, deps);
}

function sendUnavailable(response: Response, origin: string): void {
  const text = `Browsers offer passkeys only at a host name with https, and this service is at ${origin}. Ask your operator to change BASE_URL.`;
  const page = renderMessage('Passkeys are not available', text, { href: FACTOR_SETTINGS, label: 'Back' });
  response.status(404).type('html').send(page);
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
  const created = await deps.passkeys.readCreated(form.get('passkey') ?? '', bindingOf(visit));
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
