import type { ApprovalStatus, BuildStatus, DeploymentStatus, Platform, TaskState } from '@slipway/contracts';
import type { ChangeSubject, FeedKind, FeedSubject } from '@slipway/domain';

/** The columns of a row whose meaning depends on its kind; feed-sources.ts fills those that the kind has. */
export interface DetailColumns {
  readonly name: string | null;
  readonly status: string | null;
  readonly place: string | null;
  readonly number: string | null;
  readonly version: string | null;
  readonly assetId: string | null;
  readonly changeId: number | null;
}

type Details = { readonly [Kind in FeedKind]: Extract<FeedSubject, { readonly kind: Kind }>['detail'] };

const DETAILS: { readonly [Kind in FeedKind]: (row: DetailColumns) => Details[Kind] } = {
  build_run: (row) => ({
    jobName: row.name ?? '',
    buildNumber: row.number ?? '',
    status: row.status as BuildStatus,
  }),
  change: (row) => ({
    assetId: row.assetId ?? '',
    assetName: row.name ?? '',
    assetEvent: row.status as ChangeSubject['detail']['assetEvent'],
    version: Number(row.version),
    changeId: row.changeId,
    reference: row.place ?? '',
  }),
  task: (row) => ({ title: row.name ?? '', state: row.status as TaskState }),
  approval: (row) => ({
    assetId: row.assetId ?? '',
    assetName: row.name ?? '',
    stage: row.place ?? '',
    status: row.status as ApprovalStatus,
  }),
  deployment: (row) => ({
    platform: row.name as Platform,
    status: row.status as DeploymentStatus,
    branch: row.place ?? '',
    version: row.version ?? '',
    buildNumber: row.number ?? '',
  }),
};

/** What the feed shows about a row. */
export function subjectOf(kind: FeedKind, row: DetailColumns): FeedSubject {
  return { kind, detail: DETAILS[kind](row) } as FeedSubject;
}
