import type { Express } from '@slipway/http';
import supertest, { type Response } from 'supertest';

type Headers = Readonly<Record<string, string>>;

/** A browser that keeps cookies, submits the forms on pages, and calls the endpoints that scripts on pages call. */
export interface PlainBrowser {
  open(path: string): Promise<Response>;
  /** Opens a page and submits its form with these fields filled in. */
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<Response>;
  /** Posts fields directly, without a form. */
  post(path: string, fields: Readonly<Record<string, string>>, headers?: Headers): Promise<Response>;
  /** Calls an endpoint below `/console/api` as a page does. */
  call(method: CallMethod, path: string, body?: object): Promise<Response>;
}

type CallMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** `cookie` is set from the start; `headers` are sent with every request. */
export function plainBrowser(app: Express, cookie?: string, headers: Headers = {}): PlainBrowser {
  const agent = supertest.agent(app).set(headers);
  if (cookie !== undefined) agent.jar.setCookie(cookie, '127.0.0.1', '/');
  const post: PlainBrowser['post'] = (path, fields, more = {}) =>
    agent.post(path).type('form').set(more).redirects(0).send(new URLSearchParams(fields).toString());
  return {
    open: (path) => agent.get(path).redirects(0),
    post,
    async call(method, path, body) {
      const name = method.toLowerCase() as Lowercase<CallMethod>;
      const request = agent[name](`/console/api${path}`).set('x-slipway-console', '1');
      return await (body === undefined ? request : request.send(body));
    },
    async submit(path, fields) {
      const page = await agent.get(path).redirects(0);
      // A form without an action is sent to the address of its page.
      const action = /<form method="post" action="([^"]*)"/.exec(page.text)?.[1];
      return post(action === undefined ? path : decode(action), { ...hiddenFields(page.text), ...fields });
    },
  };
}

function hiddenFields(page: string): Record<string, string> {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, decode(value)]));
}

function decode(text: string): string {
  return text.replace(
    /&amp;|&lt;|&gt;|&quot;|&#39;/g,
    (entity) => ({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" })[entity] ?? entity,
  );
}
