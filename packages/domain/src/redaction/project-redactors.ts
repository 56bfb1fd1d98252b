import { openMaskedValue } from '../credentials/secrets.js';
import type { AppSecrets } from '../credentials/signatures.js';
import { commonRedactor, createRedactor, type Redactor } from './redactor.js';

export interface SealedValue {
  readonly name: string;
  /** In Base64. */
  readonly ciphertext: string;
}

export interface MaskingProject {
  readonly id: number;
  readonly maskedValues: readonly SealedValue[];
}

export interface ProjectRedactors {
  of(project: MaskingProject): Redactor;
  /** The redactors of the projects that have masked values, and the common one for all others. */
  among(projects: readonly MaskingProject[]): (projectId: number) => Redactor;
}

const MAX_CACHED = 1_000;

/**
 * Creates projects' redactors and caches each one while the project's values stay the same. A value that no accepted
 * APP_SECRET opens is left out; `npm run doctor` reports it.
 */
export function createProjectRedactors(appSecrets: AppSecrets): ProjectRedactors {
  const cached = new Map<number, { readonly key: string; readonly redactor: Redactor }>();
  const redactors: ProjectRedactors = {
    of({ id, maskedValues }) {
      if (maskedValues.length === 0) return commonRedactor;
      const key = maskedValues.map(({ name, ciphertext }) => `${name} ${ciphertext}`).join('\n');
      const known = cached.get(id);
      if (known?.key === key) return known.redactor;
      const redactor = createRedactor(
        maskedValues.flatMap(({ name, ciphertext }) => {
          const opened = openMaskedValue(appSecrets, id, Buffer.from(ciphertext, 'base64'));
          return opened === null ? [] : [{ name, value: opened.secret }];
        }),
      );
      if (cached.size >= MAX_CACHED) cached.clear();
      cached.set(id, { key, redactor });
      return redactor;
    },
    among(projects) {
      const byId = new Map(projects.map((project) => [project.id, redactors.of(project)]));
      return (projectId) => byId.get(projectId) ?? commonRedactor;
    },
  };
  return redactors;
}
