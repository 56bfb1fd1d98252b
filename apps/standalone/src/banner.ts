import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Progress } from './progress.js';

interface Demo {
  users: { owner: { email: string; password: string } };
  tokens: { full: string };
  projects: { main: number };
  integrations: { jenkins: { token: string }; second: { token: string } };
}

interface BannerOptions {
  baseUrl: string;
  /** The URL of the service on this machine; BASE_URL may be a public one. */
  localUrl: string;
  demoFile: string;
  seeded: boolean;
  /** The page that shows received notifications, if it runs. */
  receiver?: { readonly url: string } | null;
  /** Where the processes log, if not to the terminal. */
  logFile?: string | undefined;
  log: Progress;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A report that breaks the main job of the demo project with automatic investigations. */
function failureLines(demo: Demo, localUrl: string, page: string): string[] {
  const report = {
    job_name: 'lanterns-android',
    build_number: 400,
    status: 'failure',
    build_url: 'https://ci.example.com/job/lanterns-android/400/',
    log: "Assets/Scripts/Lantern.cs(41,13): error CS0103: The name 'Wick' does not exist in the current context",
  };
  const send = [
    `curl -sS ${localUrl}/webhooks/ci`,
    `-H ${quote(`X-Webhook-Token: ${demo.integrations.second.token}`)}`,
    `-H 'Content-Type: application/json' -d ${quote(JSON.stringify(report))}`,
  ];
  return ['', `  Break a build, and see its cause arrive as a message at ${page}`, `  ${send.join(' ')}`];
}

function demoLines(demo: Demo, localUrl: string, bold: (text: string) => string): string[] {
  const { email, password } = demo.users.owner;
  const report = {
    job_name: 'Hello-Editor',
    build_number: 1,
    status: 'success',
    build_url: 'https://ci.example.com/job/Hello-Editor/1/',
  };
  const send = [
    `curl -sS ${localUrl}/webhooks/ci`,
    `-H ${quote(`X-Webhook-Token: ${demo.integrations.jenkins.token}`)}`,
    `-H 'Content-Type: application/json' -d ${quote(JSON.stringify(report))}`,
  ];
  const read = [
    `curl -sS ${quote(`${localUrl}/api/v1/projects/${demo.projects.main}/builds?job=Hello-Editor&limit=1`)}`,
    `-H ${quote(`Authorization: Bearer ${demo.tokens.full}`)}`,
  ];
  return [
    `  Sign in      ${bold(email)}  ${bold(password)}`,
    '',
    '  Report a build:',
    `  ${send.join(' ')}`,
    '',
    '  Read it back:',
    `  ${read.join(' ')}`,
  ];
}

/** Prints the address of the service and the first steps. */
export async function printBanner(options: BannerOptions): Promise<void> {
  const { baseUrl, localUrl, demoFile, seeded, receiver, logFile, log } = options;
  log.info();
  log.info(`  Slipway is ready at ${log.bold(baseUrl)}`);
  log.info();
  const text = seeded ? await readFile(demoFile, 'utf8').catch(() => undefined) : undefined;
  const demo = text === undefined ? undefined : (JSON.parse(text) as Demo);
  const lines =
    demo === undefined
      ? [
          '  Open it in a browser to sign in, or to set up the first account.',
          `  From another machine, setup asks for the code in ${join(dirname(demoFile), 'setup-code')}.`,
        ]
      : [
          ...demoLines(demo, localUrl, log.bold),
          ...(receiver ? failureLines(demo, localUrl, log.bold(receiver.url)) : []),
        ];
  for (const line of lines) log.info(line);
  log.info();
  if (logFile !== undefined) log.info(log.dim(`  Logs: ${logFile}`));
  log.info(log.dim('  Ctrl-C stops everything.'));
  log.info();
}
