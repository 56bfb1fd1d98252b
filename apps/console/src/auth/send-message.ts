import type { Response } from '@slipway/http';
import { renderMessage } from '../pages/sign-in.js';

/** A page that states a problem and links to the next step. */
export interface Message {
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly label: string;
}

/** Responds with a message. Returns null for callers that have nothing else to return. */
export function sendMessage(response: Response, status: number, { title, text, href, label }: Message): null {
  response
    .status(status)
    .type('html')
    .send(renderMessage(title, text, { href, label }));
  return null;
}

/** The page on which a visitor signs in before they return, also as a different user. */
export function signInPath(returnTo: string, isSwitching: boolean): string {
  return `/sign-in?${new URLSearchParams({ return_to: returnTo, ...(isSwitching ? { switch: '1' } : {}) })}`;
}
