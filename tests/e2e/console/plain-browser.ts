import type { Express } from '@slipway/http';
import supertest, { type Response } from 'supertest';

/** A browser without script: it keeps cookies and submits the forms that pages show. */
export interface PlainBrowser {
  open(path: string): Promise<Response>;
  /** Opens a page and submits its form with these fields filled in. */
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<Response>;
  /** Posts fields as they are, without a form. */
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
}

export function plainBrowser(app: Express): PlainBrowser {
  const agent = supertest.agent(app);
  const post: PlainBrowser['post'] = (path, fields, headers = {}) =>
    agent.post(path).type('form').set(headers).redirects(0).send(new URLSearchParams(fields).toString());
  return {
    open: (path) => agent.get(path).redirects(0),
    post,
    async submit(path, fields) {
      const page = await agent.get(path).redirects(0);
      const action = decode(/<form method="post" action="([^"]*)"/.exec(page.text)?.[1] ?? '');
      return post(action, { ...hiddenFields(page.text), ...fields });
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
