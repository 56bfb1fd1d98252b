/** The values that are filled into a tool's setup texts. */
export interface SetupContext {
  readonly baseUrl: string;
  /** The webhook token, or a placeholder if it is no longer known. */
  readonly token: string;
  /** The signing secret, or a placeholder; null while there is none. */
  readonly secret: string | null;
}

/** A part of the integration's page that setup texts link to; also the id of its panel. */
export type SettingsSection = 'jenkins-server' | 'provider-settings' | 'signatures';

/** A link to a page of the tool or its documentation, to a section of the integration's page, or to another setup. */
export type SetupLink = { readonly label: string } & (
  | { readonly href: string }
  | { readonly section: SettingsSection }
  | { readonly provider: string }
);

/** A text; every setting that it names is a link. */
export type SetupText = string | readonly (string | SetupLink)[];

/** What to read, enter and run in a step. */
export interface SetupContent {
  readonly text?: SetupText;
  /** What to enter on a settings screen: the label of the field and its value. */
  readonly fields?: readonly (readonly [label: string, value: string])[];
  readonly code?: { readonly label: string; readonly text: string };
}

export interface SetupChoice extends SetupContent {
  readonly label: string;
}

export interface SetupStep extends SetupContent {
  readonly title: string;
  /** Set on the step after which builds have logs. */
  readonly sendsLogs?: true;
  /** The console shows them as tabs. */
  readonly choices?: readonly SetupChoice[];
}

export const GROUPS = ['Version control', 'Builds', 'Stores', 'Trackers'] as const;
export type SetupGroup = (typeof GROUPS)[number];

/**
 * Where the signing secret comes from: `slipway` generates it for the tool, `tool` generates it and it is pasted here,
 * `handshake` exchanges it automatically.
 */
export type SecretSource = 'none' | 'slipway' | 'tool' | 'handshake';

export interface ProviderSetup {
  readonly label: string;
  /** What the console offers to connect, if that is more than the tool. */
  readonly title?: string;
  /** Two letters that represent it in lists. */
  readonly mark: string;
  readonly group: SetupGroup;
  /** The position in its group, starting at 1. */
  readonly rank: number;
  readonly gives: string;
  /** Below /webhooks. */
  readonly path: string;
  readonly secret: SecretSource;
  /** Where the tool shows its secret. */
  readonly secretHint?: string;
  steps(context: SetupContext): readonly SetupStep[];
  /** A request that works right away, to see something arrive. */
  sample(context: SetupContext): string;
}

/** Declares how to connect a tool. Browsers load these files, so they import nothing else from the package. */
export function defineSetup(setup: ProviderSetup): ProviderSetup {
  return setup;
}

/** The address with the token in it, for tools that cannot send a header. */
export function addressWithToken({ baseUrl, token }: SetupContext, path: string): string {
  return `${baseUrl}/webhooks/${path}?token=${token}`;
}

/** Identifies requests that only test a connection. They do not count as the tool's own events. */
export const TEST_AGENT = 'slipway-test-event';

/** A `curl` command that posts JSON as a test. Each header and the body are on a separate line. */
export function curl(url: string, headers: readonly string[], body: unknown): string {
  const lines = [
    `curl -sS -A ${TEST_AGENT} '${url}'`,
    ...['Content-Type: application/json', ...headers].map((header) => `-H '${header}'`),
    `-d '${typeof body === 'string' ? body : JSON.stringify(body)}'`,
  ];
  return lines.join(' \\\n  ');
}

interface SignedCurl {
  readonly url: string;
  readonly headers: readonly string[];
  readonly signature: readonly [header: string, prefix: string];
  readonly secret: string;
  readonly body: unknown;
}

/** A `curl` command that signs its body with HMAC-SHA256, for any shell with openssl. */
export function signedCurl({ url, headers, signature: [header, prefix], secret, body }: SignedCurl): string {
  return [
    `BODY='${JSON.stringify(body)}'`,
    `SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac '${secret}' | sed 's/^.* //')`,
    [
      `curl -sS -A ${TEST_AGENT} '${url}'`,
      ...['Content-Type: application/json', ...headers].map((line) => `-H '${line}'`),
      `-H "${header}: ${prefix}$SIGNATURE"`,
      '-d "$BODY"',
    ].join(' \\\n  '),
  ].join('\n');
}
