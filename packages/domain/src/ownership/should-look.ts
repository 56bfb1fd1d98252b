import type { OwnedKind } from '@slipway/contracts';
import type { ChangeRelation } from '../attribution/weigh-changes.js';
import type { Owner } from './resolve-owners.js';

/** A change that may have caused a problem. */
export interface PossibleCulprit {
  /** Null if its author is not a member, or a machine. */
  readonly userId: number | null;
  readonly name: string;
  readonly probability: number;
  /** Whether runs of it and of the change before prove it. */
  readonly isVerified: boolean;
  readonly relation: ChangeRelation;
  readonly file: string | null;
}

/** An owner of what failed. */
export interface FoundOwner {
  readonly kind: OwnedKind;
  readonly owner: Owner;
  /** The pattern of the rule. */
  readonly pattern: string;
  /** Of a group. */
  readonly groupName: string | null;
  /** The person of the group who is on call. */
  readonly onCallUserId: number | null;
}

export interface LookEvidence {
  readonly assigneeUserId: number | null;
  readonly culprits: readonly PossibleCulprit[];
  readonly owners: readonly FoundOwner[];
  /** Who fixed the same problem before, and with which change. */
  readonly fixers: readonly { readonly userId: number; readonly name: string }[];
}

/** A person or a group who should look at a problem, and why. */
export interface Look {
  readonly owner: Owner;
  /** If it is a group. */
  readonly groupName: string | null;
  /** From 0 to 1. */
  readonly score: number;
  readonly reasons: readonly string[];
}

const OWNER_SCORES: Readonly<Record<OwnedKind, number>> = { test: 0.35, path: 0.3, asset: 0.3, job: 0.15 };
const FIXER_SCORE = 0.25;
/** Below this, naming somebody would take their time without a reason. */
const LEAST_SCORE = 0.15;
const LEAST_PROBABILITY = 0.1;
const MOST = 3;
/** From this score on, a message names somebody: fewer than one in twenty of those is the wrong person. */
export const NAMED_SCORE = 0.6;

interface Hint {
  readonly owner: Owner;
  readonly groupName?: string | null;
  readonly score: number;
  readonly reason: string;
}

/**
 * Who should look at a problem, the best first. Independent hints add up. Whoever takes care of it already is the first;
 * nobody is named without a reason.
 */
export function whoShouldLook(evidence: LookEvidence): Look[] {
  const looks = new Map<string, Look>();
  for (const { owner, groupName = null, score, reason } of hintsOf(evidence)) {
    const key = JSON.stringify(owner);
    const known = looks.get(key);
    const reasons = known?.reasons ?? [];
    looks.set(key, {
      owner,
      groupName,
      score: 1 - (1 - (known?.score ?? 0)) * (1 - score),
      reasons: reasons.includes(reason) ? reasons : [...reasons, reason],
    });
  }
  return [...looks.values()]
    .filter(({ score }) => score >= LEAST_SCORE)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST);
}

function hintsOf({ assigneeUserId, culprits, owners, fixers }: LookEvidence): Hint[] {
  const likely = culprits
    .filter(({ probability, isVerified }) => isVerified || probability >= LEAST_PROBABILITY)
    .toSorted((a, b) => b.probability - a.probability);
  return [
    ...(assigneeUserId === null
      ? []
      : [{ owner: { userId: assigneeUserId }, score: 1, reason: 'Takes care of it.' }]),
    ...likely.flatMap((culprit) =>
      culprit.userId === null
        ? []
        : [{ owner: { userId: culprit.userId }, score: culprit.probability, reason: blame(culprit) }],
    ),
    ...owners.map(ownerHint),
    ...fixers.map(({ userId, name }) => ({
      owner: { userId },
      score: FIXER_SCORE,
      reason: `Fixed it before, with ${name}.`,
    })),
  ];
}

const RELATIONS: Readonly<Record<ChangeRelation, (file: string) => string>> = {
  failing_file: (file) => `touched ${file}, which failed`,
  same_unit: (file) => `touched ${file}, which belongs with the failing file`,
  mentioned: (file) => `touched ${file}, which the log names`,
  same_module: (file) => `touched ${file}, which the failing module uses`,
  same_folder: (file) => `touched ${file}, beside the failing file`,
  none: () => 'is new since the last pass',
};

function blame({ name, probability, isVerified, relation, file }: PossibleCulprit): string {
  if (isVerified) return `Made ${name}, which is the culprit: builds failed with it and passed without it.`;
  return `Made ${name}, which ${RELATIONS[relation](file ?? '')} (${Math.round(probability * 100)}% likely the culprit).`;
}

const OWNED: Readonly<Record<OwnedKind, string>> = {
  path: '',
  asset: 'assets of type ',
  job: 'the job ',
  test: 'the test ',
};

function ownerHint({ kind, owner, pattern, groupName, onCallUserId }: FoundOwner): Hint {
  const owned = `${OWNED[kind]}“${pattern}”`;
  const score = OWNER_SCORES[kind];
  if (onCallUserId === null) return { owner, groupName, score, reason: `Owns ${owned}.` };
  return {
    owner: { userId: onCallUserId },
    score,
    reason: `On call this week for ${groupName}, which owns ${owned}.`,
  };
}
