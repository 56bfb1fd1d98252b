/** A way to use the API, as the page shows it. */
export interface ClientGuide {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly snippets: readonly { readonly label: string; readonly text: string }[];
}

interface GuideContext {
  readonly baseUrl: string;
  /** A project that the reader can see, so that the commands work without changes. */
  readonly projectId: number;
}

/** Every available client. The commands must work without changes, with a token in the environment. */
export function clientGuides({ baseUrl, projectId }: GuideContext): readonly ClientGuide[] {
  const api = `${baseUrl}/api/v1`;
  const project = `${api}/projects/${projectId}`;
  return [curl(api, project), ...languages(project), openApi(api), loginFlow(baseUrl, api)];
}

function curl(api: string, project: string): ClientGuide {
  return {
    id: 'curl',
    label: 'curl',
    text: 'Send an API token as a bearer token. Lists return at most 50 rows per page; “next_cursor” leads to the next page.',
    snippets: [
      { label: 'Store the token in an environment variable', text: 'export SLIPWAY_TOKEN=…' },
      {
        label: 'Check the token',
        text: `curl -sS '${api}/auth/context' -H "Authorization: Bearer $SLIPWAY_TOKEN"`,
      },
      {
        label: 'List failed builds',
        text: `curl -sS '${project}/builds?status=failed' \\\n  -H "Authorization: Bearer $SLIPWAY_TOKEN"`,
      },
      {
        label: 'Create a task',
        text: `curl -sS '${project}/tasks' \\\n  -H "Authorization: Bearer $SLIPWAY_TOKEN" -H 'Content-Type: application/json' \\\n  -d '{"task":{"title":"Look at the harbor crash","priority":"high"}}'`,
      },
    ],
  };
}

function languages(project: string): ClientGuide[] {
  return [
    {
      id: 'javascript',
      label: 'JavaScript',
      text: 'Node.js 20 and all browsers have fetch built in; you need no package.',
      snippets: [
        {
          label: 'builds.mjs',
          text: `const response = await fetch('${project}/builds?status=failed', {
  headers: { authorization: \`Bearer \${process.env.SLIPWAY_TOKEN}\` },
});
const { builds } = await response.json();
for (const build of builds) console.log(build.ci_job_name, build.build_number, build.build_url);`,
        },
      ],
    },
    {
      id: 'python',
      label: 'Python',
      text: 'You only need the standard library.',
      snippets: [
        {
          label: 'builds.py',
          text: `import json, os, urllib.request

request = urllib.request.Request(
    "${project}/builds?status=failed",
    headers={"Authorization": f"Bearer {os.environ['SLIPWAY_TOKEN']}"},
)
for build in json.load(urllib.request.urlopen(request))["builds"]:
    print(build["ci_job_name"], build["build_number"], build["build_url"])`,
        },
      ],
    },
  ];
}

function openApi(api: string): ClientGuide {
  return {
    id: 'openapi',
    label: 'OpenAPI',
    text: 'Postman, Insomnia, Bruno and code generators can import the API description from this URL.',
    snippets: [{ label: 'Import from URL', text: `${api}/openapi.json` }],
  };
}

function loginFlow(baseUrl: string, api: string): ClientGuide {
  return {
    id: 'login',
    label: 'Your own client',
    text: 'A command-line tool can let people log in with the browser instead of pasting a token. It opens the URL below with a PKCE challenge, receives a code on 127.0.0.1, and exchanges it for a token that lasts 90 days.',
    snippets: [
      {
        label: '1. Open in the browser',
        text: `${baseUrl}/cli/auth?port=PORT&state=STATE&code_challenge=BASE64URL_SHA256_OF_VERIFIER&client_name=my-tool`,
      },
      {
        label: '2. Exchange the code that arrives at http://127.0.0.1:PORT/callback',
        text: `curl -sS '${api}/cli/token_exchange' -H 'Content-Type: application/json' \\\n  -d '{"code":"CODE","code_verifier":"VERIFIER"}'`,
      },
    ],
  };
}
