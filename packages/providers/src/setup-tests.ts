import type { SetupContext, SetupStep } from './define-setup.js';

// How snippets send test results. They never fail a build, and need curl or PowerShell 5.1.

type Fields = Readonly<Record<string, string>>;

interface SentTests {
  readonly token: string;
  readonly files: string;
  readonly fields: Fields;
}

/** Posts the files of a pattern as one form. The token is not in the command line. */
export function shellTests({ baseUrl }: SetupContext, { token, files, fields }: SentTests): string {
  const lines = Object.entries(fields).map(([name, value]) => `    --form-string "${name}=${value}"`);
  return `set --
for report in ${files}; do set -- "$@" -F "file=@$report"; done
printf 'X-Webhook-Token: %s' "${token}" |
  curl -sS -m 60 -H @- '${baseUrl}/webhooks/tests' "$@" \\
${lines.join(' \\\n')} || true`;
}

/** A step of a GitHub workflow that sends tests; `env` has the expressions of further variables in its fields. */
export function workflowStep(
  context: SetupContext,
  { files, fields, env = {} }: Omit<SentTests, 'token'> & { readonly env?: Fields },
): string {
  const variables = Object.entries({ SLIPWAY_TOKEN: 'secrets.SLIPWAY_TOKEN', ...env });
  return `- name: Send test results to Slipway
  if: always()
  shell: bash
  env:
${variables.map(([name, expression]) => `    ${name}: \${{ ${expression} }}`).join('\n')}
  run: |
${indent(shellTests(context, { token: '$SLIPWAY_TOKEN', files, fields }), 4)}`;
}

/** Posts each file of a pattern. */
export function powershellTests({ baseUrl }: SetupContext, { token, files, fields }: SentTests): string {
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = ${value}`);
  return `$fields = @{
${lines.join('\n')}
}
$pairs = foreach ($name in $fields.Keys) { "$name=$([Uri]::EscapeDataString($fields[$name]))" }
$headers = @{ 'X-Webhook-Token' = ${token} }
foreach ($file in @(Get-ChildItem ${files} -ErrorAction SilentlyContinue)) {
  $body = [IO.File]::ReadAllBytes($file.FullName)
  try {
    Invoke-RestMethod -Method Post -Uri "${baseUrl}/webhooks/tests?$($pairs -join '&')" -TimeoutSec 60 -Headers $headers -ContentType application/octet-stream -Body $body
  } catch {
    Write-Warning "Slipway did not accept $($file.Name): $_"
  }
}`;
}

/** A step that is optional and looks the same in every setup. */
export function testStep(choices: NonNullable<SetupStep['choices']>, where = ''): SetupStep {
  return {
    title: 'Send test results',
    text: `Optional. Let your tests write reports into the folder results, and empty it before them. Slipway reads JUnit XML, NUnit, TRX, GoogleTest, go test -json, Unreal’s index.json and others. ${where}`.trim(),
    choices,
  };
}

export const indent = (text: string, spaces: number) => text.replaceAll(/^(?=.)/gm, ' '.repeat(spaces));
