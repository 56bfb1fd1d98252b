/** A credential that is recognizable by its format. The patterns are regular expression sources without groups. */
export interface FormatRule {
  /** What the mask says was there. */
  readonly name: string;
  /** How a match starts. One search covers the starts of all rules, so this should be as literal as possible. */
  readonly starts: string;
  /** What precedes the credential and stays visible; nothing by default. */
  readonly before?: string;
  readonly secret: string;
}

/** Followed by a digit or by two changes of case, which words in a sentence do not have. */
const RANDOM = String.raw`(?=[\w.~+/-]*(?:\d|[a-z][A-Z][\w.~+/-]*[a-z][A-Z]))`;
const WORD_END = '(?![A-Za-z0-9])';

/** The formats that are masked wherever they occur. `infra/docs/use/redaction.md` lists them by name. */
export const FORMAT_RULES: readonly FormatRule[] = [
  {
    name: 'GitHub token',
    starts: 'gh[oprsu]_|github_pat_',
    secret: String.raw`(?:gh[oprsu]_[\w-]{16,}|github_pat_\w{20,})`,
  },
  {
    name: 'GitLab token',
    starts: 'gl(?:agent|cbt|dt|feed|ft|imt|oas|pat|ptt|rt|soat)-',
    secret: String.raw`gl[a-z]{2,5}-[\w-]{16,}`,
  },
  { name: 'AWS access key', starts: 'A[KS]IA', secret: `A[KS]IA[A-Z0-9]{16}${WORD_END}` },
  {
    name: 'Google key',
    starts: String.raw`AIza|ya29\.|GOCSPX-`,
    secret: String.raw`(?:AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})`,
  },
  {
    name: 'Slack token',
    starts: 'xox[abeoprs]-|xapp-',
    secret: String.raw`(?:xox[abeoprs]-[\w-]{10,}|xapp-\d-[\w-]{10,})`,
  },
  {
    name: 'Slack webhook',
    starts: String.raw`hooks\.slack\.com/`,
    before: String.raw`hooks\.slack\.com/(?:services|triggers|workflows)/`,
    secret: String.raw`[\w/-]{8,}`,
  },
  {
    name: 'Discord webhook',
    starts: String.raw`discord(?:app)?\.com/api/`,
    before: String.raw`discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{5,25}/`,
    secret: String.raw`[\w-]{8,}`,
  },
  {
    name: 'Teams webhook',
    starts: String.raw`webhook\.office\.com/|outlook\.office(?:365)?\.com/`,
    before: String.raw`(?:webhook\.office\.com/webhookb2|outlook\.office(?:365)?\.com/webhook)/`,
    secret: String.raw`[\w@/-]{8,}`,
  },
  { name: 'Stripe key', starts: '[rs]k_(?:live|test)_', secret: '[rs]k_(?:live|test)_[A-Za-z0-9]{10,}' },
  { name: 'webhook signing secret', starts: 'whsec_', secret: String.raw`whsec_[\w+/=-]{16,}` },
  { name: 'npm token', starts: 'npm_', secret: 'npm_[A-Za-z0-9]{20,}' },
  { name: 'PyPI token', starts: 'pypi-', secret: String.raw`pypi-[\w-]{50,}` },
  { name: 'NuGet key', starts: 'oy2', secret: `oy2[a-z0-9]{43}${WORD_END}` },
  { name: 'Docker token', starts: 'dckr_', secret: String.raw`dckr_[op]at_[\w-]{20,}` },
  { name: 'Sentry token', starts: 'sntry[su]_', secret: String.raw`sntry[su]_[\w+/=-]{20,}` },
  { name: 'Buildkite token', starts: 'bk(?:aj|ct|pt|rt|ua)_', secret: String.raw`bk[a-z]{2}_\w{20,}` },
  { name: 'Linear key', starts: 'lin_(?:api|oauth|wh)_', secret: String.raw`lin_[a-z]{2,5}_\w{16,}` },
  { name: 'Atlassian token', starts: 'AT(?:ATT3|BB|CTT3)', secret: String.raw`AT(?:ATT3|BB|CTT3)[\w=-]{20,}` },
  { name: 'SendGrid key', starts: String.raw`SG\.`, secret: String.raw`SG\.[\w-]{16,}\.[\w-]{16,}` },
  { name: 'Twilio key', starts: 'SK[0-9a-f]', secret: `SK[0-9a-f]{32}${WORD_END}` },
  {
    name: 'OpenAI or Anthropic key',
    starts: 'sk-',
    secret: String.raw`sk-(?:(?:admin|ant|proj|svcacct)-[\w-]{16,}|[A-Za-z0-9]{32,})`,
  },
  { name: 'Vault token', starts: String.raw`hv[bs]\.`, secret: String.raw`hv[bs]\.[\w-]{20,}` },
  { name: 'JSON Web Token', starts: 'eyJ', secret: String.raw`eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?` },
  {
    name: 'Unity serial',
    starts: '(?:S[BC]|[EFIPRU][0-9])-',
    secret: '[A-Z][A-Z0-9]-(?:[A-Z0-9]{4}-){4}[A-Z0-9]{4}(?![A-Za-z0-9-])',
  },
  {
    name: 'Steam password',
    starts: 'login[ \\t]',
    before: String.raw`(?<=\+)login[ \t]{1,4}["']?[\w.-]{1,64}["']?[ \t]{1,4}["']?`,
    secret: String.raw`[^\s"'+][^\s"']*`,
  },
  {
    name: 'Perforce ticket',
    starts: String.raw`p4(?:\.exe)? -`,
    before: String.raw`p4(?:\.exe)?(?: -[A-Za-z] ?[^\s-]{1,200}){0,8} -P ?["']?`,
    secret: String.raw`[^\s"']+`,
  },
  {
    name: 'curl password',
    starts: String.raw`curl(?:\.exe)? `,
    before: String.raw`curl(?:\.exe)? (?:[^\n]{0,300}? )?(?:-u|--user)[ =]?["']?[^\s:"']{1,100}:`,
    secret: String.raw`[^\s"']+`,
  },
  {
    name: 'bearer token',
    starts: '(?:[Bb]earer|BEARER)[ \\t]',
    before: '[A-Za-z]{6}[ \\t]{1,4}',
    secret: String.raw`${RANDOM}[\w.~+/=-]{8,}`,
  },
  {
    name: 'basic credentials',
    starts: '(?:[Bb]asic|BASIC)[ \\t]',
    before: '[A-Za-z]{5}[ \\t]{1,4}',
    secret: String.raw`${RANDOM}[A-Za-z0-9+/]{11,}={0,2}(?![\w.+/-])`,
  },
];

/** A name that reveals that its value is a credential. */
export interface NameRule {
  /** The end of the name in lowercase, with `_` between its words. */
  readonly name: string;
  /**
   * `any`: every value is masked. `telling`: in prose (`auth: handle retries`), only a value with letters and digits is
   * masked; counts never are. `header`: everything to the end of the line is masked, except the scheme. `query`: only a
   * parameter in a web address is masked. `field`: only such a parameter or a field of a body is masked.
   */
  readonly masks: 'any' | 'telling' | 'header' | 'query' | 'field';
  /**
   * The name is a separate word (`pass`, `db_pass`); at the end of another word (`RenderPass`), the value must look
   * random.
   */
  readonly isWord?: true;
  /** A path is not a credential: the shell keeps the current folder in `PWD`. */
  readonly allowsPaths?: true;
}

/** The names whose values are masked, in texts and as fields of bodies. `infra/docs/use/redaction.md` lists them. */
export const NAME_RULES: readonly NameRule[] = [
  { name: 'password', masks: 'any' },
  { name: 'passwd', masks: 'any' },
  { name: 'passphrase', masks: 'any' },
  { name: 'passcode', masks: 'any' },
  { name: 'secret', masks: 'any' },
  { name: 'credential', masks: 'any' },
  { name: 'connection_string', masks: 'any' },
  { name: 'access_key', masks: 'any' },
  { name: 'account_key', masks: 'any' },
  { name: 'api_key', masks: 'any' },
  { name: 'encryption_key', masks: 'any' },
  { name: 'master_key', masks: 'any' },
  { name: 'private_key', masks: 'any' },
  { name: 'secret_key', masks: 'any' },
  { name: 'signing_key', masks: 'any' },
  { name: 'token', masks: 'telling' },
  { name: 'auth', masks: 'telling', isWord: true },
  { name: 'pass', masks: 'telling', isWord: true },
  { name: 'pwd', masks: 'telling', isWord: true, allowsPaths: true },
  { name: 'authorization', masks: 'header' },
  { name: 'cookie', masks: 'header', isWord: true },
  { name: 'key', masks: 'query' },
  { name: 'sig', masks: 'query' },
  { name: 'signature', masks: 'field' },
];

/** Names that end like one of the rules but do not hold a credential. */
export const HARMLESS_NAMES: ReadonlySet<string> = new Set(['public_key_token', 'cancellation_token', 'bypass']);

/** Values that stand for a credential or its type, or say that there is none. */
export const HARMLESS_VALUES: ReadonlySet<string> = new Set(
  (
    'null nil none true false undefined yes no on off ok empty unset missing required optional default invalid ' +
    'expired hidden masked latest string str fstring std::string number int integer bool boolean object any void ' +
    'text bytes char const auto var'
  ).split(' '),
);
