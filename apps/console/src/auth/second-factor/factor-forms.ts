import { type DatabaseHandle, findFactorState, removeFactor, renewRecoveryCodes } from '@slipway/db';
import { type Request, type Response, Router } from '@slipway/http';
import type { Notice } from '../../pages/layout.js';
import { renderFactorForm, renderRecoveryCodes } from '../../pages/second-factor.js';
import { renderMessage } from '../../pages/sign-in.js';
import type { AuthDeps } from '../deps.js';
import { readForm } from '../form.js';
import { sourceOf } from '../source-of.js';
import { newRecoveryCodes } from './totp.js';
import { attemptCode } from './try-code.js';

const TASKS = ['remove', 'codes'] as const;
type Task = (typeof TASKS)[number];

const SETTINGS = '/settings/sessions';
const REQUIRED = 'One of your accounts requires a second factor, so you cannot remove yours.';

/**
 * Lets a signed-in user remove their second factor, or replace their recovery codes. Both need a code: a stolen session
 * is not enough.
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
  const session = await deps.sessions.find(request);
  if (session === null) {
    response.redirect(303, `/sign-in?${new URLSearchParams({ return_to: `/second-factor/${task}` })}`);
    return null;
  }
  const { hasFactor, isRequired } = await findFactorState(deps.database, session.userId);
  if (!hasFactor) {
    response.redirect(303, SETTINGS);
    return null;
  }
  if (task === 'remove' && isRequired) {
    const page = renderMessage('Your second factor is required', REQUIRED, { href: SETTINGS, label: 'Back' });
    response.status(403).type('html').send(page);
    return null;
  }
  return session.userId;
}

async function submit(request: Request, response: Response, task: Task, deps: AuthDeps): Promise<void> {
  const userId = await findOwner(request, response, task, deps);
  if (userId === null) return;
  const form = request.body as URLSearchParams;
  const again = (status: number, notice: Notice) =>
    sendForm(request, response.status(status), { deps, task, notice });
  const foreign = deps.guard.problemOf(request, form);
  if (foreign !== null) return again(403, { kind: 'problem', text: foreign });
  const attempt = await attemptCode(request, { userId, typed: form.get('code') ?? '' }, deps);
  if ('refused' in attempt) return again(attempt.refused.status, attempt.refused.notice);
  const source = sourceOf(request);
  const change = (work: (tx: DatabaseHandle) => Promise<unknown>) => deps.database.modelTransaction(work);
  if (task === 'remove') {
    await change((tx) =>
      removeFactor(tx, { userId, removedById: userId, now: new Date(deps.clock.now()), source }),
    );
    return response.redirect(303, SETTINGS);
  }
  const { codes, codeHashes } = newRecoveryCodes(userId);
  await change((tx) => renewRecoveryCodes(tx, { userId, codeHashes, source }));
  response.type('html').send(renderRecoveryCodes(codes, SETTINGS));
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
