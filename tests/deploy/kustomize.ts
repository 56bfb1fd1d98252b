import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { applyPatch, type Operation } from 'rfc6902';
import { parse, parseAllDocuments } from 'yaml';
import { checkout } from '../architecture/tool.js';

/** A Kubernetes object. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  spec?: Record<string, unknown>;
  data?: Record<string, string>;
}

interface Generator {
  name: string;
  behavior?: 'merge';
  options?: { labels: Record<string, string> } | undefined;
  literals?: string[];
  files?: string[];
}

interface Image {
  name: string;
  newName: string;
  newTag?: string;
  digest?: string;
}

interface Kustomization {
  namespace?: string;
  resources?: string[];
  components?: string[];
  generatorOptions?: { disableNameSuffixHash: true; labels: Record<string, string> };
  labels?: { pairs: Record<string, string>; includeTemplates: true }[];
  images?: Image[];
  configMapGenerator?: Generator[];
  patches?: { target: { kind: string; name?: string }; patch: string }[];
}

const root = join(checkout, 'infra', 'kubernetes');

const KEYS = new Set([
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'components',
  'generatorOptions',
  'labels',
  'images',
  'configMapGenerator',
  'patches',
]);

/** Reads all documents of a YAML file. */
export async function readManifests(file: string): Promise<Manifest[]> {
  return parseAllDocuments(await readFile(file, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() as Manifest;
  });
}

/**
 * Builds a kustomization, with the features of Kustomize that ours use, and with further components. Throws on anything
 * else, and on patches without effect.
 */
export async function buildKustomization(folder: string, further: readonly string[] = []): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  await build(folder, manifests);
  for (const component of further) await build(component, manifests);
  return manifests;
}

/** Adds the resources of a kustomization to the manifests. A component also changes those that are there. */
async function build(folder: string, manifests: Manifest[]): Promise<void> {
  const file = join(root, folder, 'kustomization.yaml');
  const kustomization = parse(await readFile(file, 'utf8')) as Kustomization;
  const unknown = Object.keys(kustomization).filter((key) => !KEYS.has(key));
  if (unknown.length > 0) throw new Error(`${folder}: unknown fields: ${unknown.join(', ')}`);
  for (const resource of kustomization.resources ?? []) manifests.push(...(await readResource(folder, resource)));
  for (const component of kustomization.components ?? []) await build(join(folder, component), manifests);
  await transform(manifests, kustomization, folder);
}

async function transform(
  manifests: Manifest[],
  { configMapGenerator = [], generatorOptions, patches = [], labels = [], images = [], namespace }: Kustomization,
  folder: string,
): Promise<void> {
  for (const generator of configMapGenerator)
    await generate(manifests, { options: generatorOptions, ...generator }, folder);
  for (const { target, patch } of patches) applyTo(manifests, target, patch);
  for (const image of images) rename(manifests, image);
  const pairs = Object.assign({}, ...labels.map((label) => label.pairs)) as Record<string, string>;
  for (const { kind, metadata } of manifests) {
    metadata.labels = { ...metadata.labels, ...pairs };
    if (namespace !== undefined && kind !== 'Namespace') metadata.namespace = namespace;
  }
}

async function readResource(folder: string, resource: string): Promise<Manifest[]> {
  const path = join(root, folder, resource);
  return (await stat(path)).isDirectory() ? buildKustomization(join(folder, resource)) : readManifests(path);
}

async function generate(manifests: Manifest[], generator: Generator, folder: string): Promise<void> {
  const { name, behavior, options, literals = [], files = [] } = generator;
  const contents = files.map(async (file) => [file, await readFile(join(root, folder, file), 'utf8')] as const);
  const data = Object.fromEntries([
    ...literals.map((literal) => literal.split(/=(.*)/s, 2) as [string, string]),
    ...(await Promise.all(contents)),
  ]);
  const known = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
  if ((behavior === 'merge') !== (known !== undefined)) throw new Error(`ConfigMap ${name}: wrong behavior`);
  if (known) known.data = { ...known.data, ...data };
  else
    manifests.push({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, labels: options?.labels ?? {} },
      data,
    });
}

/** Applies a JSON patch to every manifest that matches the target, whose name is a regular expression. */
export function applyTo(manifests: Manifest[], target: { kind: string; name?: string }, patch: string): void {
  const names = new RegExp(`^(?:${target.name ?? '.*'})$`);
  const targets = manifests.filter(({ kind, metadata }) => kind === target.kind && names.test(metadata.name));
  if (targets.length === 0) throw new Error(`a patch has no target: ${target.kind} ${target.name ?? ''}`);
  for (const manifest of targets) {
    const errors = applyPatch(manifest, parse(patch) as Operation[]).filter((error) => error !== null);
    if (errors.length > 0) throw new Error(`${target.kind} ${manifest.metadata.name}: ${errors.join(', ')}`);
  }
}

/** Every container in the manifests, with the object that it belongs to. */
export function containersOf(
  manifests: readonly Manifest[],
): { owner: Manifest; pod: Pod; container: Container }[] {
  return manifests.flatMap((owner) => {
    const template = owner.spec?.['template'] as { spec: Pod } | undefined;
    return (template?.spec.containers ?? []).map((container) => ({ owner, pod: template!.spec, container }));
  });
}

interface Probe {
  httpGet: { path: string; port: string };
}

interface Container {
  image: string;
  ports?: { name: string; containerPort: number }[];
  env?: {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
  }[];
  volumeMounts?: { name: string; mountPath: string }[];
  envFrom?: { configMapRef: { name: string } }[];
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: Record<string, unknown>;
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  lifecycle?: { preStop: { sleep: { seconds: number } } };
}

interface Pod {
  containers: Container[];
  volumes?: { name: string }[];
  securityContext: Record<string, unknown>;
  serviceAccountName: string;
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: { labelSelector: { matchLabels: Record<string, string> } }[];
}

function rename(manifests: readonly Manifest[], image: Image): void {
  const found = containersOf(manifests).filter(({ container }) => container.image === image.name);
  if (found.length === 0) throw new Error(`no container has the image ${image.name}`);
  for (const { container } of found)
    container.image = image.newName + (image.digest ? `@${image.digest}` : `:${image.newTag}`);
}
