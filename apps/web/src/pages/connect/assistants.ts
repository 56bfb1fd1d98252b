/** Placeholder for the value that the token page shows once. */
import { API_TOKEN } from '../../ui/placeholders.js';
import type { ClientGuide } from './clients.js';

const TOKEN = API_TOKEN;
const COMMAND = 'slipway-mcp';
const WITH_BROWSER = 'Over HTTP, sign in with the browser';
const WITH_TOKEN = 'Over HTTP, with a token';

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** How common assistants connect to Slipway: by its address, or through a process on the reader's machine. */
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
const headers = { Authorization: `Bearer ${TOKEN}` };
/** The process uses the CLI's login unless SLIPWAY_TOKEN is set. */
const stdioServer = (baseUrl: string) => ({
  command: COMMAND,
  env: { SLIPWAY_HOST: baseUrl, SLIPWAY_TOKEN: TOKEN },
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
        text: `claude mcp add --transport http slipway ${mcpUrl(baseUrl)} \\\n  --header "Authorization: Bearer ${TOKEN}"`,
      },
      {
        label: 'As a local process',
        text: `claude mcp add slipway --env SLIPWAY_HOST=${baseUrl} \\\n  --env SLIPWAY_TOKEN=${TOKEN} -- ${COMMAND}`,
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
        text: `${mcpUrl(baseUrl)}\nAuthorization: Bearer ${TOKEN}`,
      },
      { label: 'Over HTTP, read-only', text: `${mcpUrl(baseUrl)}/readonly` },
      {
        label: 'As a local process (standard input and output)',
        text: `SLIPWAY_HOST=${baseUrl} SLIPWAY_TOKEN=${TOKEN} ${COMMAND} --read-only`,
      },
    ],
  };
}

/** The steps to install the CLI, which includes the local process for assistants. */
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
