import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkout, runNode } from '../architecture/tool.js';
import type { Manifest } from './kustomize.js';

/** The packages with the types of an API group; the default is Kubernetes' own groups. */
const PACKAGES: Record<string, string> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

function importOf({ apiVersion, kind }: Manifest): string {
  const [group = ''] = apiVersion.split('/');
  return `import('${PACKAGES[group] ?? 'kubernetes-models'}/${apiVersion}').I${kind}`;
}

/**
 * Compiles manifests against the types of their kinds. Unlike the schemas in the same packages, the compiler reports
 * fields that do not exist. Returns its messages, each prefixed with the name of the manifest.
 */
export async function findTypeErrors(manifests: readonly Manifest[]): Promise<string[]> {
  // Inside tests/, so that packages resolve.
  const parent = join(checkout, 'tests', '.data');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'manifests-'));
  try {
    const lines = manifests.map(
      (manifest, n) => `export const m${n}: ${importOf(manifest)} = ${JSON.stringify(manifest)};`,
    );
    await writeFile(join(folder, 'manifests.ts'), lines.join('\n'));
    const options = { module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true, types: [] };
    const tsconfig = { compilerOptions: options, files: ['manifests.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    const tsc = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = await runNode(tsc, ['-p', folder, '--pretty', 'false'], folder);
    return stdout.split('\n').flatMap((line) => {
      const [, number, message] = /^manifests\.ts\((\d+),\d+\): error (.*)$/.exec(line) ?? [];
      const manifest = manifests[Number(number) - 1];
      return manifest === undefined ? [] : [`${manifest.kind} ${manifest.metadata.name}: ${message}`];
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
