import type { Random } from '../random.js';
import type { Theme } from '../themes.js';
import type { LogDraft } from './log-draft.js';

export type CiHost = 'jenkins' | 'buildkite';
export type System = 'windows' | 'linux' | 'mac';

/** Where and for what a build ran: everything that its log can show. */
export interface Scene {
  random: Random;
  theme: Theme;
  host: CiHost;
  system: System;
  job: string;
  number: string;
  /** A changelist number or commit hash. */
  head: string;
  /** `//depot/stream` for a Perforce build, otherwise the clone URL. */
  repository: string;
  startedBy: string;
  /** The file touched by the breaking change, relative to the repository; empty if there is none. */
  file: string;
  seconds: number;
}

const roots: Record<System, string> = {
  windows: 'D:\\J\\workspace',
  linux: '/var/lib/jenkins/workspace',
  mac: '/Users/ci/builds',
};

/** The path of a file in the workspace, in the notation of the agent's system. */
export function localPath(scene: Scene, relative: string): string {
  const path = `${roots[scene.system]}/${scene.job}/${relative}`;
  return scene.system === 'windows' ? path.replaceAll('/', '\\') : path;
}

export function agentName(scene: Scene): string {
  const machine = { windows: 'build-win', linux: 'build-lnx', mac: 'mac-mini' }[scene.system];
  return `${machine}-0${(Number(scene.number) % 4) + 1}`;
}

const isPerforce = (scene: Scene) => scene.repository.startsWith('//');

function jenkinsHead(log: LogDraft, scene: Scene): void {
  log.add(
    `Started by an SCM change by ${scene.startedBy}`,
    'Obtained Jenkinsfile from the repository',
    '[Pipeline] Start of Pipeline',
    '[Pipeline] node',
    `Running on ${agentName(scene)} in ${localPath(scene, '').replace(/[/\\]$/, '')}`,
    '[Pipeline] {',
    '[Pipeline] withEnv',
    '[Pipeline] timeout',
    `Timeout set to expire in ${scene.random.pick(['2 hr 0 min', '3 hr 0 min', '1 hr 30 min'])}`,
  );
}

function buildkiteHead(log: LogDraft, scene: Scene): void {
  log.add(
    '~~~ Preparing working directory',
    `# Agent: ${agentName(scene)}, queue=mobile`,
    `# Triggered by ${scene.startedBy}`,
    `$ cd ${localPath(scene, '')}`,
  );
}

/** What the CI system prints before our first step. */
export function writeHead(log: LogDraft, scene: Scene): void {
  if (scene.host === 'jenkins') jenkinsHead(log, scene);
  else buildkiteHead(log, scene);
}

/** Opens a named part of the build. */
export function stage(log: LogDraft, scene: Scene, name: string): void {
  if (scene.host === 'jenkins') log.add('[Pipeline] stage', `[Pipeline] { (${name})`);
  else log.add(`--- ${name}`);
}

/** What the CI system prints at the end. `exitCode` is that of the failing step, or null on success. */
export function writeTail(log: LogDraft, scene: Scene, exitCode: number | null): void {
  if (scene.host === 'buildkite') {
    if (exitCode !== null) {
      log.add(
        '^^^ +++',
        `🚨 Error: The command exited with status ${exitCode}`,
        'user command error: exit status 1',
      );
    } else log.add('~~~ Uploading artifacts', 'Artifact uploads completed successfully');
    return;
  }
  log.add('[Pipeline] }', '[Pipeline] // stage', '[Pipeline] }', '[Pipeline] // timeout');
  if (exitCode !== null) {
    log.add(
      `Sending e-mails to: ${scene.theme.slug}-builds@${scene.theme.host}`,
      '[Pipeline] }',
      '[Pipeline] // node',
      '[Pipeline] End of Pipeline',
      `ERROR: script returned exit code ${exitCode}`,
      'Finished: FAILURE',
    );
  } else log.add('[Pipeline] // node', '[Pipeline] End of Pipeline', 'Finished: SUCCESS');
}

function syncPerforce(log: LogDraft, scene: Scene): void {
  const { random, theme, head, repository } = scene;
  const client = `jenkins-${agentName(scene)}-${scene.job}`;
  log.add(
    `... p4 client -o ${client} +`,
    `P4 Task: establishing connection.`,
    `... server: ssl:p4.${theme.host}:1666`,
    `... node: ${agentName(scene)}`,
    `P4 Task: syncing files at change: ${head}`,
    `... p4 sync -q ${repository}/...@${head}`,
    `... totalFileSize ${random.int(90_000_000, 900_000_000)}`,
    `... totalFileCount ${random.int(40, 900)}`,
    `duration: (${random.int(8, 95)}s)`,
    `P4 Task: saving built changes.`,
    `Found last change ${Number(head) - random.int(1, 9)} on syncID ${scene.job}-NODE_NAME-${repository.replaceAll('/', '')}`,
  );
}

function fetchGit(log: LogDraft, scene: Scene): void {
  log.add(
    `Fetching upstream changes from ${scene.repository}`,
    ` > git fetch --tags --force --progress -- ${scene.repository} +refs/heads/*:refs/remotes/origin/* # timeout=10`,
    `Checking out Revision ${scene.head} (refs/remotes/origin/main)`,
    ` > git checkout -f ${scene.head} # timeout=10`,
    `HEAD is now at ${scene.head.slice(0, 8)}`,
  );
}

/** Syncs the sources to the build's change. */
export function writeSync(log: LogDraft, scene: Scene): void {
  stage(log, scene, 'Sync');
  if (isPerforce(scene)) syncPerforce(log, scene);
  else fetchGit(log, scene);
}
