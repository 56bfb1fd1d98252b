import { randomBytes } from 'node:crypto';
import { type AutomaticInvestigation, SCOPES, type Scope } from '@slipway/contracts';
import type { Database } from '@slipway/db';
import { hashToken } from '@slipway/domain';
import { type PipelineFactories, pipelineFactories } from './pipeline-factories.js';
import { type TaskFactories, taskFactories } from './task-factories.js';

/** Fields that a test may set; the others have realistic defaults. */
export interface ProjectFields {
  readonly engine?: 'unreal' | 'unity' | 'custom';
  readonly pausedAt?: Date;
  readonly archivedAt?: Date;
  /** Off by default, so that only tests about it investigate failures. */
  readonly automaticInvestigation?: AutomaticInvestigation;
  readonly automaticDailyCredits?: number;
  readonly mainJobName?: string;
}

export interface TokenFields {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
  readonly legacy?: boolean;
  readonly origin?: 'web' | 'cli' | 'mcp';
  readonly projectIds?: number[];
  readonly networks?: string[];
}

/** Inserts rows directly, for tests that need them without webhooks. */
export interface Factories extends PipelineFactories, TaskFactories {
  /** A user, and the account that they own. */
  studio(): Promise<{ accountId: number; userId: number }>;
  project(accountId: number, fields?: ProjectFields): Promise<{ id: number; accountId: number }>;
  /** An integration, with its webhook token in plain text. */
  integration(
    project: { id: number; accountId: number },
    provider: string,
    fields?: { active?: boolean },
  ): Promise<{ id: number; token: string }>;
  /** An API token, with its value in plain text. */
  apiToken(userId: number, fields?: TokenFields): Promise<{ id: number; token: string }>;
}

const PROJECT = { engine: 'unreal', automaticInvestigation: 'off' } as const;

export function factories(database: Database): Factories {
  const { prisma } = database;
  let count = 0;
  const next = () => {
    count += 1;
    return count;
  };
  return {
    ...pipelineFactories(database, next),
    ...taskFactories(database, next),

    studio: () => createStudio(database, next()),

    async project(accountId, fields = {}) {
      const { id } = await prisma.project.create({
        data: { accountId, name: `Project ${next()}`, ...PROJECT, ...fields },
      });
      return { id, accountId };
    },

    async integration(project, provider, fields = {}) {
      const token = randomBytes(32).toString('hex');
      const { id } = await prisma.integration.create({
        data: {
          accountId: project.accountId,
          projectId: project.id,
          provider,
          name: provider,
          tokenHash: hashToken(token),
          tokenPrefix: token.slice(0, 8),
          ...fields,
        },
      });
      return { id, token };
    },

    async apiToken(userId, { scopes = SCOPES, ...fields } = {}) {
      const token = randomBytes(32).toString('base64url');
      const { id } = await prisma.apiToken.create({
        data: {
          userId,
          name: `Token ${next()}`,
          prefix: token.slice(0, 8),
          tokenHash: hashToken(token),
          scopes: [...scopes],
          ...fields,
        },
      });
      return { id, token };
    },
  };
}

async function createStudio({ prisma }: Database, n: number) {
  const account = await prisma.account.create({
    data: { prefixedId: `acct_test${n}`, name: `Studio ${n}`, plan: 'team', credits: 100 },
  });
  const user = await prisma.user.create({
    data: {
      email: `user${n}@studio.test`,
      name: `User ${n}`,
      passwordHash: '!',
      defaultAccountId: account.id,
      memberships: { create: { accountId: account.id, role: 'owner' } },
    },
  });
  return { accountId: account.id, userId: user.id };
}
