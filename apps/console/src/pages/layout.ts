import { type Html, html } from './html.js';

/** A page that works without JavaScript: sign-in, setup, consent, errors. */
export function layout(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Slipway</title>
<link rel="stylesheet" href="/console/plain.css">
<link rel="icon" href="/console/favicon.svg" type="image/svg+xml">
</head>
<body>
<main>
<p class="brand"><img src="/console/favicon.svg" alt="" width="24" height="24"> Slipway</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;
}

export interface Notice {
  readonly kind: 'problem' | 'success';
  readonly text: string;
}

export function renderNotice(notice: Notice | null): Html | null {
  if (notice === null) return null;
  return html`<p class="notice ${notice.kind}" role="${notice.kind === 'problem' ? 'alert' : 'status'}">${notice.text}</p>`;
}
