import { stopNotificationMail } from '@slipway/db';
import { pageAt } from '@slipway/domain';
import { type Request, type Response, Router } from '@slipway/http';
import { renderUnsubscribe } from '../pages/unsubscribe.js';
import type { AuthDeps } from './deps.js';
import { readQuery, sourceOf } from './form.js';
import { sendMessage } from './messages.js';

/**
 * Stops notification emails with the link from an email, without signing in. Opening the link only shows a button,
 * because mail scanners open links; mail programs post to it by themselves (RFC 8058), without cookies, so the signed
 * link is all that is asked for.
 */
export function unsubscribeRoutes(deps: AuthDeps): Router {
  const router = Router();
  router.get('/unsubscribe', (request, response) => show(request, response, deps));
  router.post('/unsubscribe', (request, response) => unsubscribe(request, response, deps));
  return router;
}

const SETTINGS = { href: pageAt('/settings/notifications', {}), label: 'Open the notification settings' };

interface Link {
  readonly token: string;
  readonly userId: number;
}

/** The link in the address; null if it was not created by this service, and the response was sent. */
function readLink(request: Request, response: Response, { unsubscribeLinks }: AuthDeps): Link | null {
  const token = readQuery(request).get('token') ?? '';
  const id = unsubscribeLinks.read(token);
  if (id !== null) return { token, userId: Number(id) };
  const text = 'It is incomplete or too old. Sign in to change which emails you get.';
  return sendMessage(response, 404, { title: 'This link does not work', text, ...SETTINGS });
}

function show(request: Request, response: Response, deps: AuthDeps): void {
  const link = readLink(request, response, deps);
  if (link !== null) response.type('html').send(renderUnsubscribe(link.token));
}

async function unsubscribe(request: Request, response: Response, deps: AuthDeps): Promise<void> {
  const link = readLink(request, response, deps);
  if (link === null) return;
  await deps.database.modelTransaction((tx) => stopNotificationMail(tx, link.userId, sourceOf(request)));
  const text = 'Slipway no longer sends you notification emails. You can still find notifications under the bell.';
  sendMessage(response, 200, { title: 'You are unsubscribed', text, ...SETTINGS });
}
