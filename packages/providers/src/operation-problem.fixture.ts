import {
  ASSET_TYPES,
  BUILD_STATUSES,
  BUILD_TYPES,
  DEPLOYMENT_STATUSES,
  FILE_ACTIONS,
  MAX_DURATION_SECONDS,
  PLATFORMS,
  SOURCE_TYPES,
  TARGET_TYPES,
} from '@slipway/contracts';
import type { Operation } from '@slipway/domain';
import Type, { type TSchema } from 'typebox';
import { findProblem } from './find-problem.js';

const closed = { additionalProperties: false };
const Millis = Type.Integer({ minimum: 1, maximum: Date.UTC(2100, 0, 1) });
const MAX_INT4 = 2 ** 31 - 1;
const Attempt = Type.Integer({ minimum: 1, maximum: MAX_INT4 });
const Name = Type.String({ minLength: 1 });
const oneOf = (values: readonly string[]) => Type.Enum([...values]);
const nullable = (schema: Type.TSchema) => Type.Union([schema, Type.Null()]);

const Address = Type.String({ pattern: '.@.' });
const Actor = Type.Object({ label: Name, uid: nullable(Name), email: Type.Optional(Address) }, closed);

const Step = Type.Object(
  {
    name: Name,
    status: oneOf(['running', 'completed', 'failed', 'cancelled']),
    at: Millis,
    startedAt: Type.Optional(Millis),
    finishedAt: Type.Optional(Millis),
    detail: Type.Optional(Type.String()),
  },
  closed,
);

const Artifact = Type.Object({ name: Name, sizeBytes: Type.Integer({ minimum: 0 }), url: Type.String() }, closed);
const Log = Type.Object(
  { content: Type.String(), truncated: Type.Boolean(), fromFailedJob: Type.Optional(Type.Literal(true)) },
  closed,
);

type FieldOf<Kind> = Exclude<keyof Extract<Operation, { readonly kind: Kind }>, 'kind'>;

/** A schema for each field of each kind of operation. */
const SHAPES: { readonly [Kind in Operation['kind']]: Readonly<Record<FieldOf<Kind>, TSchema>> } = {
  build_report: {
    jobName: Name,
    jobKey: Type.Optional(Name),
    buildNumber: Name,
    attempt: Attempt,
    status: nullable(oneOf(BUILD_STATUSES)),
    originalStatus: nullable(Name),
    reportedAt: Millis,
    belated: Type.Optional(Type.Literal(true)),
    buildType: Type.Optional(oneOf(BUILD_TYPES)),
    targetType: Type.Optional(oneOf(TARGET_TYPES)),
    commitHash: Type.Optional(Name),
    changelist: Type.Optional(Name),
    branch: Type.Optional(Name),
    buildUrl: Type.Optional(Name),
    startedAt: Type.Optional(Millis),
    finishedAt: Type.Optional(Millis),
    durationSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DURATION_SECONDS })),
    actor: Type.Optional(Actor),
    expectedSuites: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 100 })),
    log: Type.Optional(Log),
    artifacts: Type.Optional(Type.Array(Artifact)),
    steps: Type.Optional(Type.Array(Step)),
  },
  build_steps: {
    buildUrl: Name,
    attempt: Attempt,
    steps: Type.Array(Step, { minItems: 1 }),
  },
  change: {
    repository: Type.String(),
    identifier: Name,
    displayIdentifier: Name,
    sourceType: oneOf(SOURCE_TYPES),
    timestamp: Millis,
    branch: Type.Optional(Name),
    madeOn: Type.Optional(Name),
    url: Type.Optional(Name),
    author: Type.Optional(Actor),
    description: Type.Optional(Name),
    files: Type.Optional(Type.Array(Type.Object({ path: Name, action: oneOf(FILE_ACTIONS) }, closed))),
    secondHand: Type.Optional(Type.Literal(true)),
    trial: Type.Optional(Type.Literal(true)),
  },
  ref_move: {
    repository: Type.String(),
    ref: Name,
    before: nullable(Name),
    after: nullable(Name),
    forced: Type.Boolean(),
    commits: Type.Array(Name),
    at: Millis,
  },
  reference: {
    externalId: Name,
    key: Name,
    formerKeys: Type.Optional(Type.Array(Name, { minItems: 1 })),
    at: Millis,
    title: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    url: Type.Optional(Name),
    assignee: Type.Optional(nullable(Actor)),
    removed: Type.Optional(Type.Boolean()),
  },
  deployment: {
    platform: oneOf(PLATFORMS),
    buildNumber: Type.String(),
    branch: Type.String(),
    externalId: Type.String(),
    event: Name,
    status: nullable(oneOf(DEPLOYMENT_STATUSES)),
    at: Millis,
    version: Type.Optional(Name),
    externalBuildId: Type.Optional(Name),
    commitHash: Type.Optional(Name),
    actor: Type.Optional(Actor),
    notes: Type.Optional(Name),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  asset_cooked: {
    path: Name,
    at: Millis,
    name: Type.Optional(Name),
    assetType: Type.Optional(oneOf(ASSET_TYPES)),
    contentHash: Type.Optional(Name),
    version: Type.Optional(Type.Integer({ maximum: MAX_INT4 })),
    sizeBytes: Type.Optional(Type.Integer({ minimum: 0 })),
    previewUrl: Type.Optional(Name),
  },
  test_report: { build: Type.Object({}, { additionalProperties: Name, minProperties: 1 }) },
  log_opened: { log: Name, jobName: Name, buildNumber: Name, attempt: Attempt, step: Type.String() },
  log_closed: {
    log: Name,
    finishedAt: Millis,
    status: Type.Optional(oneOf(['completed', 'failed', 'cancelled'])),
    size: Type.Optional(Type.Integer({ minimum: 0 })),
  },
};

const schemas = new Map(
  Object.entries(SHAPES).map(([kind, shape]) => [
    kind,
    Type.Object({ kind: Type.Literal(kind), ...shape }, closed),
  ]),
);

/**
 * What is wrong with an operation; null if it is well-formed. In addition to matching its type, its identifiers must
 * not be empty and its times must be plausible.
 */
export function operationProblem(operation: Operation): string | null {
  const schema = schemas.get(operation.kind);
  return schema === undefined ? `${operation.kind} is not a kind of operation` : findProblem(schema, operation);
}
