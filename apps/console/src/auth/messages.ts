import type { Response } from '@slipway/http';
import { type Message, renderMessage } from '../pages/message.js';

/** Responds with a message. Returns null for callers that have nothing else to return. */
export function sendMessage(response: Response, status: number, message: Message): null {
  response.status(status).type('html').send(renderMessage(message));
  return null;
}

/** The page on which a visitor signs in before they return, also as a different user. */
export function signInPath(returnTo: string, isSwitching: boolean): string {
  return `/sign-in?${new URLSearchParams({ return_to: returnTo, ...(isSwitching ? { switch: '1' } : {}) })}`;
}
