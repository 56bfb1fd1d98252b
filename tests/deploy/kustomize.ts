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
  options?: { labels: Record<string, string> };
  literals: string[];
}

interface Kustomization {
  namespace?: string;
  resources: string[];
  labels?: { pairs: Record<string, string>; includeTemplates: true }[];
  images?: { name: string; newName: string; newTag: string }[];
  configMapGenerator?: Generator[];
  patches?: { target: { kind: string; name?: string }; patch: string }[];
}

const KEYS = new Set([
  'apiVersion',
  'kind',
  'namespace',
  'resources',
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
 * Builds a kustomization, with the features of Kustomize that ours use. Throws on anything else, and on patches without
 * effect.
 */
export async function buildKustomization(folder: string): Promise<Manifest[]> {
  const file = join(checkout, 'infra', 'kubernetes', folder, 'kustomization.yaml');
  const kustomization = parse(await readFile(file, 'utf8')) as Kustomization;
  const unknown = Object.keys(kustomization).filter((key) => !KEYS.has(key));
  if (unknown.length > 0) throw new Error(`${folder}: unknown fields: ${unknown.join(', ')}`);
  const resources = await Promise.all(kustomization.resources.map((resource) => readResource(folder, resource)));
  const manifests = resources.flat();
  transform(manifests, kustomization);
  return manifests;
}

function transform(
  manifests: Manifest[],
  { configMapGenerator = [], patches = [], labels = [], images = [], namespace }: Kustomization,
): void {
  for (const generator of configMapGenerator) generate(manifests, generator);
  for (const { target, patch } of patches) applyTo(manifests, target, patch);
  for (const image of images) rename(manifests, image);
  const pairs = Object.assign({}, ...labels.map((label) => label.pairs)) as Record<string, string>;
  for (const { kind, metadata } of manifests) {
    metadata.labels = { ...metadata.labels, ...pairs };
    if (namespace !== undefined && kind !== 'Namespace') metadata.namespace = namespace;
  }
}

async function readResource(folder: string, resource: string): Promise<Manifest[]> {
  const path = join(checkout, 'infra', 'kubernetes', folder, resource);
  return (await stat(path)).isDirectory() ? buildKustomization(join(folder, resource)) : readManifests(path);
}

function generate(manifests: Manifest[], { name, behavior, options, literals }: Generator): void {
  const data = Object.fromEntries(literals.map((literal) => literal.split(/=(.*)/s, 2) as [string, string]));
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

/** Applies a JSON patch to every manifest that matches the target. */
export function applyTo(manifests: Manifest[], target: { kind: string; name?: string }, patch: string): void {
  const targets = manifests.filter(
    ({ kind, metadata }) => kind === target.kind && (target.name ?? metadata.name) === metadata.name,
  );
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
  securityContext: Record<string, unknown>;
  serviceAccountName: string;
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: { labelSelector: { matchLabels: Record<string, string> } }[];
}

function rename(manifests: readonly Manifest[], image: { name: string; newName: string; newTag: string }): void {
  const found = containersOf(manifests).filter(({ container }) => container.image === image.name);
  if (found.length === 0) throw new Error(`no container has the image ${image.name}`);
  for (const { container } of found) container.image = `${image.newName}:${image.newTag}`;
}
