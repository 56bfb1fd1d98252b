function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
  body { max-width: 40rem; margin: 12vh auto 0; padding: 0 1.5rem; }
  h1 { font-size: 1.6rem; letter-spacing: -0.01em; }
  code { font-size: 0.95em; }
</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** The front page. */
export function renderHome(): string {
  return page(
    'Slipway',
    `<h1>Slipway</h1>
<p>The delivery pipeline of your studio: changes, builds, approvals and deployments in one place.</p>
<p>Tools send webhooks to <code>/webhooks/…</code>; programs read <code>/api/v1/…</code> with a bearer token.</p>`,
  );
}

/** The page for an unknown address. */
export function renderNotFound(): string {
  return page('Not found · Slipway', '<h1>Not found</h1>\n<p>There is no page at this address.</p>');
}
