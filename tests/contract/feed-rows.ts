import type { EventType } from '@slipway/contracts';
import type { TestApi } from './api.js';

type ProjectScope = TestApi['project'];
type RowFields = Readonly<Record<string, unknown>>;

/** Creates the row of one event. */
export type MakeEvent = (project: ProjectScope, at: Date, fields?: RowFields) => Promise<unknown>;

/** A function for each event type that creates its row. */
export function eventMakers({ make }: Pick<TestApi, 'make'>): Readonly<Record<EventType, MakeEvent>> {
  const build =
    (status: string): MakeEvent =>
    (project, finishedAt, fields) =>
      make.buildRun(project, { status, finishedAt, ...fields });
  const decided =
    (status: string): MakeEvent =>
    async (project, decidedAt, fields) => {
      const { id } = await make.asset(project);
      // Requested long before, so that only the decision appears in the feed.
      const createdAt = new Date(decidedAt.getTime() - 200 * 86_400_000);
      return make.approval(project, id, { status, decidedAt, createdAt, ...fields });
    };
  return {
    'build_run.completed': build('completed'),
    'build_run.failed': build('failed'),
    'change.submitted': async (project, occurredAt, fields) => {
      const { id } = await make.asset(project);
      return make.assetEvent(project, id, { occurredAt, ...fields });
    },
    'task.state_changed': (project, updatedAt, fields) => make.task(project, { updatedAt, ...fields }),
    'approval.requested': async (project, createdAt, fields) => {
      const { id } = await make.asset(project);
      return make.approval(project, id, { createdAt, ...fields });
    },
    'approval.granted': decided('approved'),
    'approval.denied': decided('denied'),
    'approval.ignored': decided('ignored'),
    'deployment.created': (project, createdAt, fields) => make.deployment(project, { createdAt, ...fields }),
  };
}

/** Creates one event of every type, all at the same time. */
export async function makeEveryEvent(
  makers: Readonly<Record<EventType, MakeEvent>>,
  project: ProjectScope,
  at: Date,
): Promise<void> {
  for (const make of Object.values(makers)) await make(project, at);
}

/** Creates an account with one project, an owner and the owner's token. */
export async function makeWorkspace({ make, database }: TestApi) {
  const { accountId, userId } = await make.studio();
  const project = await make.project(accountId);
  const { token } = await make.apiToken(userId);
  const { prefixedId } = await database.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  return { accountId, userId, project, token, prefixedId };
}
