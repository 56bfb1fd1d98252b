import { API_TOKEN } from '../../ui/labels.js';

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

const COMMAND = 'slipway-mcp';
const WITH_BROWSER = 'Over HTTP, sign in with the browser';
const WITH_TOKEN = 'Over HTTP, with a token';

const json = (value: unknown) => JSON.stringify(value, null, 2);

export function assistantGuides(baseUrl: string): readonly ClientGuide[] {
  return [
    claudeCode(baseUrl),
    claudeDesktop(baseUrl),
    cursor(baseUrl),
    visualStudioCode(baseUrl),
    windsurf(baseUrl),
    zed(baseUrl),
    anyAssistant(baseUrl),
  ];
}

const mcpUrl = (baseUrl: string) => `${baseUrl}/mcp`;
const headers = { Authorization: `Bearer ${API_TOKEN}` };
/** The process uses the CLI's login unless SLIPWAY_TOKEN is set. */
const stdioServer = (baseUrl: string) => ({
  command: COMMAND,
  env: { SLIPWAY_HOST: baseUrl, SLIPWAY_TOKEN: API_TOKEN },
});

function claudeCode(baseUrl: string): ClientGuide {
  return {
    id: 'claude-code',
    label: 'Claude Code',
    text: 'Run one of these in a terminal. After the first, enter /mcp in Claude Code to sign in.',
    snippets: [
      { label: WITH_BROWSER, text: `claude mcp add --transport http slipway ${mcpUrl(baseUrl)}` },
      {
        label: WITH_TOKEN,
        text: `claude mcp add --transport http slipway ${mcpUrl(baseUrl)} \\\n  --header "Authorization: Bearer ${API_TOKEN}"`,
      },
      {
        label: 'As a local process',
        text: `claude mcp add slipway --env SLIPWAY_HOST=${baseUrl} \\\n  --env SLIPWAY_TOKEN=${API_TOKEN} -- ${COMMAND}`,
      },
    ],
  };
}

function claudeDesktop(baseUrl: string): ClientGuide {
  return {
    id: 'claude-desktop',
    label: 'Claude Desktop',
    text: 'Open the file with Settings > Developer > Edit Config. Restart Claude Desktop afterwards.',
    snippets: [
      { label: 'claude_desktop_config.json', text: json({ mcpServers: { slipway: stdioServer(baseUrl) } }) },
    ],
  };
}

function cursor(baseUrl: string): ClientGuide {
  return {
    id: 'cursor',
    label: 'Cursor',
    text: 'Add one of these to ~/.cursor/mcp.json, or to .cursor/mcp.json in a project.',
    snippets: [
      { label: WITH_BROWSER, text: json({ mcpServers: { slipway: { url: mcpUrl(baseUrl) } } }) },
      { label: WITH_TOKEN, text: json({ mcpServers: { slipway: { url: mcpUrl(baseUrl), headers } } }) },
      { label: 'As a local process', text: json({ mcpServers: { slipway: stdioServer(baseUrl) } }) },
    ],
  };
}

/** VS Code asks for the token once and stores it encrypted, so that the file can be committed. */
function visualStudioCode(baseUrl: string): ClientGuide {
  const inputs = [{ type: 'promptString', id: 'slipway-token', description: 'Slipway API token', password: true }];
  const token = `\${input:slipway-token}`;
  const http = { type: 'http', url: mcpUrl(baseUrl), headers: { Authorization: `Bearer ${token}` } };
  const stdio = { type: 'stdio', command: COMMAND, env: { SLIPWAY_HOST: baseUrl, SLIPWAY_TOKEN: token } };
  return {
    id: 'vscode',
    label: 'VS Code',
    text: 'Add one of these to .vscode/mcp.json. VS Code asks for a token once and stores it encrypted.',
    snippets: [
      {
        label: WITH_BROWSER,
        text: json({ servers: { slipway: { type: 'http', url: mcpUrl(baseUrl) } } }),
      },
      { label: WITH_TOKEN, text: json({ inputs, servers: { slipway: http } }) },
      { label: 'As a local process', text: json({ inputs, servers: { slipway: stdio } }) },
    ],
  };
}

function windsurf(baseUrl: string): ClientGuide {
  return {
    id: 'windsurf',
    label: 'Windsurf',
    text: 'Add this to ~/.codeium/windsurf/mcp_config.json.',
    snippets: [
      { label: 'Over HTTP', text: json({ mcpServers: { slipway: { serverUrl: mcpUrl(baseUrl), headers } } }) },
      { label: 'As a local process', text: json({ mcpServers: { slipway: stdioServer(baseUrl) } }) },
    ],
  };
}

function zed(baseUrl: string): ClientGuide {
  return {
    id: 'zed',
    label: 'Zed',
    text: 'Add this to your settings file. To open it, run “zed: open settings file” in the command palette.',
    snippets: [
      { label: 'Over HTTP', text: json({ context_servers: { slipway: { url: mcpUrl(baseUrl), headers } } }) },
      {
        label: 'As a local process',
        text: json({ context_servers: { slipway: { ...stdioServer(baseUrl), args: [] } } }),
      },
    ],
  };
}

function anyAssistant(baseUrl: string): ClientGuide {
  return {
    id: 'other',
    label: 'Other',
    text: 'Any Model Context Protocol client works, with the current or an earlier protocol version.',
    snippets: [
      { label: 'Over HTTP (streamable HTTP), sign in with the browser (OAuth)', text: mcpUrl(baseUrl) },
      {
        label: 'Over HTTP (streamable HTTP), with a bearer token',
        text: `${mcpUrl(baseUrl)}\nAuthorization: Bearer ${API_TOKEN}`,
      },
      { label: 'Over HTTP, read-only', text: `${mcpUrl(baseUrl)}/readonly` },
      {
        label: 'As a local process (standard input and output)',
        text: `SLIPWAY_HOST=${baseUrl} SLIPWAY_TOKEN=${API_TOKEN} ${COMMAND} --read-only`,
      },
    ],
  };
}

export function commandLineSteps(baseUrl: string, projectId: number): ClientGuide['snippets'] {
  return [
    {
      label: 'Install from a Slipway checkout',
      text: '(cd apps/cli && npm pack) && npm install -g apps/cli/slipway-cli-0.1.0.tgz',
    },
    { label: 'Log in with the browser', text: `slipway auth login --host ${baseUrl}` },
    { label: 'Check that it works', text: `slipway build list --project ${projectId}` },
  ];
}
