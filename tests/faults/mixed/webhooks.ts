/** A webhook of the mix, not yet assigned to a project. */
export interface MixedWebhook {
  readonly provider: string;
  readonly endpoint: string;
  readonly event: string;
  readonly body: object;
}

const START = Date.UTC(2026, 10, 2, 8);
const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString();
const sha = (text: string) => Buffer.from(text).toString('hex').padEnd(40, '0').slice(0, 40);

/** The reports of one build by stage; the last one arrives late. */
function build(n: number): MixedWebhook[] {
  const about = {
    job_name: 'Harbor-Win64',
    build_number: n,
    changelist: String(48_000 + n),
    commit: sha(`c${n}-0`),
  };
  const failed = n % 3 === 0;
  const reports = [
    { ...about, status: 'queued' },
    { ...about, status: 'building', started_at: at(n) },
    {
      ...about,
      status: failed ? 'FAILURE' : 'SUCCESS',
      finished_at: at(n + 90),
      logs_tail: `[1/2] Compile Module.Harbor.cpp\n[2/2] ${failed ? 'error C2065: undeclared' : 'Link Harbor.exe'} ${n}`,
      artifacts: [{ name: `Harbor-${n}.zip`, size_bytes: n * 1_000, url: `https://ci.test/${n}/Harbor.zip` }],
    },
    { ...about, status: 'running', branch: 'main' },
  ];
  return reports.map((body) => ({ provider: 'jenkins', endpoint: 'ci', event: 'build_report', body }));
}

/** A push of two commits; every tenth push of a branch discards the previous one. */
export function push(n: number): MixedWebhook[] {
  const commits = [0, 1].map((part) => ({
    id: sha(`c${n}-${part}`),
    message: `Relight the quay, HARB-${n % 40}`,
    timestamp: at(n * 2 + part),
    url: `https://github.com/studio/harbor/commit/${sha(`c${n}-${part}`)}`,
    author: { name: 'Mira Voss', username: 'mira' },
    added: [`Content/Quay/T_Crate_${n % 50}.png`],
    modified: [`Source/Harbor/Quay${n % 20}.cpp`, `Content/Quay/SM_Crane_${n % 30}.fbx`],
    removed: [],
  }));
  const body = {
    ref: `refs/heads/${n % 4 === 0 ? 'art' : 'main'}`,
    before: sha(`c${n - 1}-1`),
    after: sha(`c${n}-1`),
    forced: n % 10 === 9,
    deleted: false,
    commits,
    head_commit: commits[1],
    repository: {
      id: 7,
      full_name: 'studio/harbor',
      html_url: 'https://github.com/studio/harbor',
      pushed_at: START / 1_000 + n,
    },
  };
  return [{ provider: 'github', endpoint: 'github', event: 'push', body }];
}

const ping = (n: number): MixedWebhook[] => [
  { provider: 'github', endpoint: 'github', event: 'ping', body: { zen: `Keep it logically awesome ${n}.` } },
];

/** The stages of a store upload. */
function deployment(n: number): MixedWebhook[] {
  return ['upload_started', 'in_review', n % 5 === 0 ? 'rejected' : 'live'].map((event, step) => ({
    provider: 'deployment',
    endpoint: 'deployment',
    event: 'deployment_progress',
    body: {
      platform: 'steam',
      event,
      build_number: n,
      steam_app_id: '480',
      branch: 'beta',
      version: `1.${n}`,
      timestamp: at(n * 3 + step),
    },
  }));
}

/** A tracker item whose state changes. */
function issue(n: number): MixedWebhook[] {
  return ['Todo', 'In Progress', 'Done'].map((state, step) => ({
    provider: 'linear',
    endpoint: 'linear',
    event: step === 0 ? 'Issue.create' : 'Issue.update',
    body: {
      type: 'Issue',
      action: step === 0 ? 'create' : 'update',
      createdAt: at(n * 3 + step),
      data: {
        id: `issue-${n}`,
        identifier: `HARB-${n}`,
        title: `Dock collision ${n}`,
        state: { name: state },
        assignee: { id: `person-${n % 3}`, name: 'Mira Voss' },
        url: `https://linear.app/studio/issue/HARB-${n}`,
      },
    },
  }));
}

/** One asset of a cook; the next build cooks it again, every other time with new content. */
export function cook(n: number): MixedWebhook[] {
  const round = Math.floor(n / 400);
  const body = {
    build_number: 900 + round,
    job_name: 'Cook-Win64',
    path: `/Game/Quay/SM_Prop_${n % 400}`,
    content_hash: `hash-${n % 400}-${Math.floor(round / 2)}`,
    size_bytes: 1_000 + n,
    timestamp: at(n),
  };
  return [{ provider: 'game_engine', endpoint: 'game_engine/asset_cooked', event: 'asset_cooked', body }];
}

const KINDS = [build, push, deployment, issue, cook, cook, cook];

/** This many webhooks of all kinds, interleaved. */
export function mixedWebhooks(count: number): MixedWebhook[] {
  const mixed: MixedWebhook[] = [];
  for (let n = 0; mixed.length < count; n += 1) {
    const reported = KINDS.flatMap((kind, place) => (kind === cook ? cook(n * 3 + place - 4) : kind(n)));
    mixed.push(...(n % 25 === 0 ? ping(n) : []), ...reported);
  }
  return mixed.slice(0, count);
}
