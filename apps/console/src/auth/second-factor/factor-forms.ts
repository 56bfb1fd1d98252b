import { findFactorState, removeApp, renewRecoveryCodes } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import type { Notice } from '../../pages/layout.js';
import { renderFactorForm, renderRecoveryCodes } from '../../pages/second-factor.js';
import { sendToConfirmation } from '../confirmation/routes.js';
import type { AuthDeps } from '../deps.js';
import { readForm, sourceOf } from '../form.js';
import { sendMessage } from '../messages.js';
import { FACTOR_SETTINGS } from './factor-setup.js';
import { newRecoveryCodes } from './totp.js';

const TASKS = ['remove', 'codes'] as const;
type Task = (typeof TASKS)[number];

/**
 * Lets a signed-in user remove their authenticator app, or replace their recovery codes, after proving again who they
 * are: a stolen session is not enough.
 */
export function factorForms(deps: AuthDeps): Router {
  const router = Router();
  for (const task of TASKS) {
    router.get(`/second-factor/${task}`, async (request, response) => {
      const userId = await findOwner(request, response, task, deps);
      if (userId !== null) sendForm(request, response, { deps, task, notice: null });
    });
    router.post(`/second-factor/${task}`, readForm, (request, response) => submit(request, response, task, deps));
  }
  return router;
}

/** The signed-in user, if they may do this; null if the response was already sent. */
async function findOwner(
  request: Request,
  response: Response,
  task: Task,
  deps: AuthDeps,
): Promise<number | null> {
  const path = `/second-factor/${task}`;
  const session = await deps.sessions.find(request);
  if (session === null) {
    response.redirect(303, `/sign-in?${new URLSearchParams({ return_to: path })}`);
    return null;
  }
  const { hasFactor, hasApp, passkeys, isRequired } = await findFactorState(deps.database, session.userId);
  if (!(task === 'remove' ? hasApp : hasFactor)) {
    response.redirect(303, FACTOR_SETTINGS);
    return null;
  }
  if (task === 'remove' && isRequired && passkeys === 0) {
    sendRequired(response);
    return null;
  }
  return sendToConfirmation(response, session, path, deps) ? null : session.userId;
}

async function submit(request: Request, response: Response, task: Task, deps: AuthDeps): Promise<void> {
  const userId = await findOwner(request, response, task, deps);
  if (userId === null) return;
  const foreign = deps.guard.problemOf(request, request.body as URLSearchParams);
  if (foreign !== null)
    return sendForm(request, response.status(403), { deps, task, notice: { kind: 'problem', text: foreign } });
  const source = sourceOf(request);
  if (task === 'remove') {
    const removal = { userId, source, now: new Date(deps.clock.now()) };
    const removed = await deps.database.modelTransaction((tx) => removeApp(tx, removal));
    return removed === 'required' ? sendRequired(response) : response.redirect(303, FACTOR_SETTINGS);
  }
  const { codes, codeHashes } = newRecoveryCodes(userId);
  await deps.database.modelTransaction((tx) => renewRecoveryCodes(tx, { userId, codeHashes, source }));
  response.type('html').send(renderRecoveryCodes(codes, FACTOR_SETTINGS));
}

function sendRequired(response: Response): void {
  const text = 'One of your accounts requires a second factor. Add a passkey before you remove your app.';
  sendMessage(response, 403, {
    title: 'Your second factor is required',
    text,
    href: FACTOR_SETTINGS,
    label: 'Back',
  });
}

interface FormPage {
  readonly deps: AuthDeps;
  readonly task: Task;
  readonly notice: Notice | null;
}

function sendForm(request: Request, response: Response, { deps, task, notice }: FormPage): void {
  const csrfToken = deps.guard.issue(request, response);
  response.type('html').send(renderFactorForm(task, { csrfToken, notice }));
}
