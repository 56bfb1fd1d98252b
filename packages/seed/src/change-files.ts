import type { SampleFile } from '@slipway/providers';
import type { ChangeKind } from './change-text.js';
import type { StreamPlan } from './plan.js';
import type { Random } from './random.js';
import type { Scope } from './scope.js';
import { pascalCase } from './themes.js';

export type FileAction = SampleFile['action'];

/** The prefix of a file path: the depot path in Perforce, nothing elsewhere. */
export function rootOf(stream: StreamPlan): string {
  return stream.sourceType === 'Changelist' ? `${stream.repository}/` : '';
}

function codePath(random: Random, scope: Scope, stream: StreamPlan): string {
  const { theme } = scope;
  const name = random.pick(theme.classes);
  if (stream.repository.endsWith('services'))
    return `services/${name.toLowerCase()}/${random.pick(['handler', 'store', 'schema'])}.go`;
  if (stream.sourceType === 'GitCommit') return `Assets/Scripts/${name}.cs`;
  return random.chance(0.7)
    ? `Source/${theme.module}/Private/${name}.cpp`
    : `Source/${theme.module}/Public/${name}.h`;
}

function artPath(random: Random, scope: Scope): string {
  const place = pascalCase(random.pick(scope.theme.places));
  const prop = pascalCase(random.pick(scope.theme.props));
  return `Content/Environment/${place}/BP_${prop}.uasset`;
}

/** A plausible set of files for a change of this kind. */
export function repositoryFiles(
  random: Random,
  scope: Scope,
  stream: StreamPlan,
  kind: ChangeKind,
): Map<string, FileAction> {
  const files = new Map<string, FileAction>();
  const count = random.int(1, kind === 'code' ? 5 : 3);
  for (let index = 0; index < count; index++) {
    const path = kind === 'code' ? codePath(random, scope, stream) : artPath(random, scope);
    files.set(rootOf(stream) + path, random.pick(['edit', 'edit', 'edit', 'add', 'delete']));
  }
  return files;
}
