interface FormatSamples {
  readonly secrets: readonly string[];
  /** What stays visible in front of the secret. */
  readonly before?: string;
  readonly nearMisses: readonly string[];
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const RANDOM = `A1b2C3d4E5${LETTERS}${DIGITS}`;
const HEX = '0123456789abcdef0123456789abcdef';

/** Invented credentials in each format, and texts that resemble them. */
export const FORMAT_SAMPLES: Readonly<Record<string, FormatSamples>> = {
  'GitHub token': {
    secrets: [
      ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((prefix) => prefix + LETTERS + DIGITS),
      `github_pat_11ABCDEFG0_${RANDOM}`,
    ],
    nearMisses: ['ghp_short', `highp_${LETTERS}${DIGITS}`, 'github_pat_', 'see ghp_* in the docs'],
  },
  'GitLab token': {
    secrets: ['glpat-', 'gldt-', 'glrt-', 'glcbt-'].map((prefix) => prefix + LETTERS),
    nearMisses: ['glpat-short', 'gl-matrix-rendering-library-x', `glfoo-${LETTERS}`],
  },
  'AWS access key': {
    secrets: ['AKIAIOSFODNN7EXAMPLE', 'ASIAIOSFODNN7EXAMPLE'],
    nearMisses: ['AKIAIOSFODNN7EXAMPL', 'AKIAIOSFODNN7EXAMPLES', 'AKIA_HARBOR_TEXTURE_0001'],
  },
  'Google key': {
    secrets: [`AIza${RANDOM.slice(0, 35)}`, `ya29.${RANDOM}`, `GOCSPX-${RANDOM.slice(0, 28)}`],
    nearMisses: ['AIzaShort', 'ya29.12', 'GOCSPX-1'],
  },
  'Slack token': {
    secrets: ['xoxb', 'xoxp', 'xoxa', 'xoxr', 'xoxs']
      .map((p) => `${p}-123456789012-${LETTERS}`)
      .concat(`xapp-1-${RANDOM}`),
    nearMisses: ['xoxb-1', 'xoxx-123456789012', 'xapp-store'],
  },
  'Slack webhook': {
    before: 'https://hooks.slack.com/services/',
    secrets: ['T00000000/B00000000/abcdefghijklmnopqrstuvwx'],
    nearMisses: ['https://hooks.slack.com/services/', 'https://slack.com/services/T00000000/B00000000'],
  },
  'Discord webhook': {
    before: 'https://discord.com/api/webhooks/123456789012345678/',
    secrets: [RANDOM],
    nearMisses: [
      'https://discord.com/api/webhooks/123456789012345678',
      'https://discord.com/channels/123456/7890123456',
    ],
  },
  'Teams webhook': {
    before: 'https://studio.webhook.office.com/webhookb2/',
    secrets: [`${HEX}/IncomingWebhook/${HEX}/${HEX}`],
    nearMisses: ['https://outlook.office.com/mail/inbox', 'https://studio.webhook.office.com/'],
  },
  'Stripe key': {
    secrets: ['sk_live_', 'rk_live_', 'sk_test_'].map((prefix) => prefix + LETTERS),
    nearMisses: [`pk_live_${LETTERS}`, 'sk_live_1', 'disk_test_results_of_today_x'],
  },
  'webhook signing secret': {
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    nearMisses: ['whsec_', 'whsec_short'],
  },
  'npm token': {
    secrets: [`npm_${LETTERS}${DIGITS}`],
    nearMisses: ['npm_config_registry', `npm_lifecycle_script_${LETTERS}`],
  },
  'PyPI token': {
    secrets: [`pypi-AgEIcHlwaS5vcmc${RANDOM}`],
    nearMisses: ['pypi-mirror', 'pypi-proxy-of-the-studio'],
  },
  'NuGet key': {
    secrets: [`oy2${LETTERS}${DIGITS}abcdefg`],
    nearMisses: ['oy2', `oy2${LETTERS}`, `oy2${LETTERS}${DIGITS}abcdefgh`],
  },
  'Docker token': {
    secrets: [`dckr_pat_${LETTERS}`, `dckr_oat_${LETTERS}`],
    nearMisses: ['dckr_pat_', 'dckr_image_harbor_build_tools'],
  },
  'Sentry token': { secrets: [`sntrys_${RANDOM}=`, `sntryu_${HEX}`], nearMisses: ['sntrys_', `sntryx_${HEX}`] },
  'Buildkite token': { secrets: [`bkua_${HEX}`, `bkct_${RANDOM}`], nearMisses: ['bkua_1', `bkzz_${HEX}`] },
  'Linear key': {
    secrets: [`lin_api_${RANDOM}`, `lin_wh_${RANDOM}`],
    nearMisses: ['lin_api_', 'lin_interp_between_two_frames'],
  },
  'Atlassian token': { secrets: [`ATATT3xFfGF0${RANDOM}`, `ATBB${RANDOM}`], nearMisses: ['ATBB', 'ATATT3'] },
  'SendGrid key': { secrets: [`SG.${LETTERS}.${RANDOM}`], nearMisses: ['SG.Harbor.Build', 'SG.1.2'] },
  'Twilio key': { secrets: [`SK${HEX}`], nearMisses: [`SK${HEX}0`, 'SK0123', 'SK_Boat'] },
  'OpenAI or Anthropic key': {
    secrets: [`sk-${LETTERS}${DIGITS}`, `sk-proj-${RANDOM}`, `sk-ant-api03-${RANDOM}`],
    nearMisses: ['sk-SK', 'sk-learn-and-other-packages-of-python-3', 'task-12345678901234567890123456789012'],
  },
  'Vault token': {
    secrets: [`hvs.${LETTERS}`, `hvb.${RANDOM}`],
    nearMisses: ['hvs.short', 'hvx.abcdefghijklmnopqrstuvwxyz'],
  },
  'JSON Web Token': {
    secrets: [
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0',
    ],
    nearMisses: ['eyJhbGciOiJIUzI1NiJ9', 'heyJude1234.abcdefgh.ijklmnop', 'eyJ.a.b'],
  },
  'Unity serial': {
    secrets: ['SB-ABCD-EFGH-1234-5678-90AB', 'F4-ABCD-EFGH-1234-5678-90AB'],
    nearMisses: ['SB-ABCD-EFGH-1234-5678', 'AB-ABCD-EFGH-1234-5678-90AB', 'SB-ABCD-EFGH-1234-5678-XXXXX'],
  },
  'Steam password': {
    before: 'steamcmd +login studio_build ',
    secrets: ['hunter2'],
    nearMisses: [
      'steamcmd +login anonymous +force_install_dir ./x',
      'steamcmd +login studio_build',
      'login ci hunter2',
    ],
  },
  'Perforce ticket': {
    before: 'p4 -p ssl:perforce:1666 -u ci -P ',
    secrets: [HEX.toUpperCase()],
    nearMisses: ['p4 -p ssl:perforce:1666 -u ci sync', 'p4 -P'],
  },
  'curl password': {
    before: 'curl -fsS -u ci:',
    secrets: ['hunter2'],
    nearMisses: ['curl -fsS https://x.test/a', 'docker run -u node:node image', 'curl -u ci https://x.test'],
  },
  'bearer token': {
    before: 'Bearer ',
    secrets: ['abcdefgh12345678', 'aBcdEfghiJklm'],
    nearMisses: ['Bearer of bad news', 'Bearer authentication failed', 'bearer tokens'],
  },
  'basic credentials': {
    before: 'Basic ',
    secrets: ['dXNlcjpwYXNz', 'Y2k6aHVudGVyMg=='],
    nearMisses: ['Basic authentication failed', 'Basic functionality', 'basic int32_t and uint8_t'],
  },
};

interface NameSamples {
  readonly masked: readonly (readonly [text: string, shown: string])[];
  readonly nearMisses: readonly string[];
}

const samples = (names: readonly string[], nearMisses: readonly string[]): NameSamples => ({
  masked: names.map((name) => [`${name}=s3cr3tvalue`, `${name}=[redacted]`] as const),
  nearMisses,
});

/** Each telling name with a value, and texts that only resemble it. */
export const NAME_SAMPLES: Readonly<Record<string, NameSamples>> = {
  password: samples(
    ['password', 'DB_PASSWORD', 'userPassword', 'MYSQLPASSWORD'],
    ['passwordless=true', 'password_file=a.txt'],
  ),
  passwd: samples(['passwd', 'P4PASSWD'], ['passwd_file=/etc/x']),
  passphrase: samples(['passphrase', 'KEY_PASSPHRASE'], ['passphrase_length=12']),
  passcode: samples(['passcode'], ['passcodes_enabled=true']),
  secret: samples(['secret', 'client_secret', 'clientSecret', 'SECRET'], ['secretary=ana', 'Secrets: 4']),
  credential: samples(
    ['credential', 'credentials', 'X-Amz-Credential'],
    ['credentials_id=jenkins', 'credential helper store'],
  ),
  connection_string: samples(['connection_string', 'ConnectionString'], ['connection_strings_count=2']),
  access_key: samples(
    ['access_key', 'AWS_SECRET_ACCESS_KEY', 'SharedAccessKey', 'aws_access_key_id'],
    ['access_keyboard=true'],
  ),
  account_key: samples(['AccountKey', 'account-key'], ['account_keys_listed=3']),
  api_key: samples(['api_key', 'apikey', 'X-Api-Key', 'STEAM_WEB_API_KEY'], ['api_keyring=x', 'ApiKeys: 12']),
  encryption_key: samples(['encryption_key', 'EncryptionKey'], ['encryption_keysize=256']),
  master_key: samples(['master_key', 'RAILS_MASTER_KEY'], ['master_keyframe=12']),
  private_key: samples(['private_key', 'PRIVATE-KEY'], ['private_key_path=/x']),
  secret_key: samples(['SECRET_KEY', 'secretKey', 'SECRET_KEY_2'], ['secret_keyword=x']),
  signing_key: samples(['signing_key', 'SigningKey'], ['signing_key_file=a.p12']),
  token: {
    masked: [
      ['token=abc', 'token=[redacted]'],
      [
        'X-Service-Token: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        'X-Service-Token: [redacted]',
      ],
      ['"access_token": "abcdef"', '"access_token": "[redacted]"'],
      ['//registry.test/:_authToken=abcdef', '//registry.test/:_authToken=[redacted]'],
    ],
    nearMisses: [
      'token count: 12',
      'token: refresh',
      'tokens=12',
      'PublicKeyToken=b77a5c561934e089',
      'Token::Kind',
    ],
  },
  auth: {
    masked: [
      ['auth=abcdef', 'auth=[redacted]'],
      ['"auth": "Y2k6aHVudGVyMg=="', '"auth": "[redacted]"'],
      ['DOCKER_AUTH=abcdef', 'DOCKER_AUTH=[redacted]'],
      ['auth: a1b2c3d4', 'auth: [redacted]'],
    ],
    nearMisses: ['author=mira', 'authority: studio', 'auth: handle retries', 'google-auth==2.3.0', 'auth=none'],
  },
  pass: {
    masked: [
      ['pass=hunter2', 'pass=[redacted]'],
      ['ftp_pass=hunter', 'ftp_pass=[redacted]'],
      ['dbPass=hunter2', 'dbPass=[redacted]'],
      ['pass: hunter2', 'pass: [redacted]'],
    ],
    nearMisses: ['passed=12', 'pass: 14 fail: 2', 'pass=14', 'RenderPass=Shadow', 'compass=n0rth1', 'pass: depth'],
  },
  pwd: {
    masked: [
      ['pwd=hunter2', 'pwd=[redacted]'],
      ['Server=db;Uid=ci;Pwd=hunter;', 'Server=db;Uid=ci;Pwd=[redacted];'],
    ],
    nearMisses: ['PWD=/var/lib/jenkins/a1b2', 'pwd: C:\\a1b2c3', 'cpwd=1'],
  },
  authorization: {
    masked: [
      ['Authorization: Bearer abc', 'Authorization: Bearer [redacted]'],
      ['> Authorization: Basic dXNlcjpwYXNz', '> Authorization: Basic [redacted: basic credentials]'],
      [
        'curl -H "Authorization: token abc def" https://x.test',
        'curl -H "Authorization: token [redacted]" https://x.test',
      ],
      ['authorization=abc', 'authorization=[redacted]'],
    ],
    nearMisses: ['Authorization: required', 'authorization failed for ci'],
  },
  cookie: {
    masked: [
      ['Cookie: a=b; session=c', 'Cookie: [redacted]'],
      ['< Set-Cookie: session=abc; Path=/', '< Set-Cookie: [redacted]'],
    ],
    nearMisses: ['cookies => On => On', 'Array cookie: ac', 'List<Cookie> all'],
  },
  key: {
    masked: [['https://maps.test/a?key=abc&v=1', 'https://maps.test/a?key=[redacted]&v=1']],
    nearMisses: ['key=HARB-12', 'Sort key: name'],
  },
  sig: {
    masked: [['https://blob.test/a?sv=1&sig=abc%3D', 'https://blob.test/a?sv=1&sig=[redacted]']],
    nearMisses: ['sig=11', 'sig: SIGSEGV'],
  },
  signature: {
    masked: [['https://s3.test/a?X-Amz-Signature=0f0f', 'https://s3.test/a?X-Amz-Signature=[redacted]']],
    nearMisses: ['signature=valid', 'Signature: adhoc'],
  },
};
