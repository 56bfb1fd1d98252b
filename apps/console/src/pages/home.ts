import { html } from './html.js';
import { layout } from './layout.js';

interface HomePage {
  readonly csrfToken: string;
  readonly name: string;
  readonly email: string;
}

/** The page of somebody who is signed in. */
export function renderHome({ csrfToken, name, email }: HomePage): string {
  return layout(
    'Home',
    html`<h1>Hello, ${name}</h1>
<p>You are signed in as ${email}. Command-line clients and assistants sign in through this browser.</p>
<ul>
<li><a href="/docs">API documentation</a></li>
</ul>
<form method="post" action="/sign-out">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<button type="submit" class="plain">Sign out</button>
</form>`,
  );
}
