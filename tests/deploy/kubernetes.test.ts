import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkout } from '../architecture/tool.js';
import { IMAGES } from './dockerfile.js';
import { applyTo, buildKustomization, containersOf, type Manifest, readManifests } from './kustomize.js';
import { findTypeErrors } from './manifest-types.js';
import { tierOf } from './nginx-routes.js';
import { unknownSettings } from './setting-names.js';

/** The longest time that a process takes to stop. */
const DRAIN_SECONDS = 25;

const [staging, production] = await Promise.all(
  ['overlays/staging', 'overlays/production'].map(buildKustomization),
);
const [secret] = await readManifests(join(checkout, 'infra', 'kubernetes', 'base', 'secret.example.yaml'));
const manifests = production!;
const containers = containersOf(manifests);
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const find = (kind: string, name: string) => ofKind(kind).find(({ metadata }) => metadata.name === name);

/** The pods that labels select, by the name of their Deployment, StatefulSet or Job. */
function selected(labels: Readonly<Record<string, string>>): string[] {
  return containers
    .map(({ owner }) => owner)
    .filter(({ spec }) => {
      const template = spec?.['template'] as { metadata: { labels: Record<string, string> } };
      return Object.entries(labels).every(([name, value]) => template.metadata.labels[name] === value);
    })
    .map(({ metadata }) => metadata.name);
}

describe('the types of the manifests', () => {
  it('every field exists and has the right type, in both overlays', async () => {
    expect(await findTypeErrors([...staging!, ...production!, secret!])).toEqual([]);
  });

  it('a misspelled field, a wrong type and a missing field are detected, even in KEDA and Prometheus kinds', async () => {
    const plant = (kind: string, name: string, change: (spec: Record<string, unknown>) => void): Manifest => {
      const copy = structuredClone(find(kind, name)!);
      change(copy.spec!);
      return copy;
    };
    const errors = await findTypeErrors([
      plant('Deployment', 'console', (spec) => Object.assign(spec, { replicaz: 2 })),
      plant('Deployment', 'mcp', (spec) => Object.assign(spec, { replicas: '2' })),
      plant('StatefulSet', 'ingest', (spec) => void delete spec['serviceName']),
      plant('StatefulSet', 'ingest', (spec) => void delete spec['selector']),
      plant('ScaledObject', 'worker', (spec) => Object.assign(spec, { pollingIntervall: 1 })),
      plant('PodMonitor', 'slipway', (spec) => Object.assign(spec, { podMetricsEndpoint: [] })),
    ]);
    const noticed = [
      'Deployment console',
      'Deployment mcp',
      'StatefulSet ingest',
      'ScaledObject worker',
      'PodMonitor slipway',
    ];
    expect([...new Set(errors.map((error) => error.split(':')[0]))].toSorted()).toEqual(noticed.toSorted());
  });

  it('a patch without a target, or of a field that does not exist, is refused', () => {
    const patch = '[{op: replace, path: /spec/replicaz, value: 1}]';
    expect(() => applyTo(manifests, { kind: 'Deployment', name: 'consol' }, patch)).toThrow('no target');
    expect(() => applyTo(manifests, { kind: 'Deployment', name: 'console' }, patch)).toThrow('/spec/replicaz');
  });
});

describe.each(containers.map((entry) => [entry.owner.metadata.name, entry] as const))(
  'the pods of %s',
  (name, entry) => {
    const { owner, pod, container } = entry;

    it('are confined', () => {
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10001,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(pod).toMatchObject({ serviceAccountName: 'slipway', automountServiceAccountToken: false });
      expect(container.resources).toMatchObject({
        requests: { cpu: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
    });

    it('have only settings that processes read, and secrets listed in the example', () => {
      const env = container.env ?? [];
      const maps = (container.envFrom ?? []).map(
        ({ configMapRef }) => find('ConfigMap', configMapRef.name)?.data ?? {},
      );
      expect(unknownSettings([...env.map((variable) => variable.name), ...maps.flatMap(Object.keys)])).toEqual([]);
      const needed = env.flatMap(({ valueFrom }) =>
        valueFrom && !valueFrom.secretKeyRef.optional ? [valueFrom.secretKeyRef.key] : [],
      );
      const { stringData } = secret as Manifest & { stringData: Record<string, string> };
      expect(needed.filter((key) => !(key in stringData))).toEqual([]);
    });

    it('use the image of their name, with a tag', () => {
      expect(container.image).toMatch(new RegExp(`/slipway/${name}:\\d`));
    });

    if (owner.kind === 'Job') return;

    it('have probes and time to drain', () => {
      const ports = new Set((container.ports ?? []).map((port) => port.name));
      for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe])
        expect(ports.has(probe!.httpGet.port)).toBe(true);
      expect(container.readinessProbe?.httpGet.path).toMatch(/^\/readyz/);
      expect(container.livenessProbe?.httpGet.path).toBe('/healthz');
      const waiting = container.lifecycle?.preStop.sleep.seconds ?? 0;
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(waiting + DRAIN_SECONDS + 5);
      expect(waiting > 0).toBe(ports.has('http'));
    });

    it('are spread over nodes, and are evicted one at a time', () => {
      for (const { labelSelector } of pod.topologySpreadConstraints!)
        expect(selected(labelSelector.matchLabels)).toEqual([name]);
      const budget = find('PodDisruptionBudget', name)!.spec as {
        maxUnavailable: number;
        selector: { matchLabels: Record<string, string> };
      };
      expect([budget.maxUnavailable, selected(budget.selector.matchLabels)]).toEqual([1, [name]]);
    });
  },
);

describe('the complete manifests', () => {
  it('run every image', () => {
    expect(containers.map(({ owner }) => owner.metadata.name).toSorted()).toEqual([...IMAGES].toSorted());
  });

  it('let every service select pods that have its port', () => {
    for (const { metadata, spec } of ofKind('Service')) {
      const { selector, ports } = spec as { selector: Record<string, string>; ports: { targetPort: string }[] };
      const names = selected(selector);
      expect([metadata.name, names.length]).toEqual([metadata.name, 1]);
      const { container } = containers.find(({ owner }) => owner.metadata.name === names[0])!;
      const known = (container.ports ?? []).map(({ name }) => name);
      for (const { targetPort } of ports) expect(known).toContain(targetPort);
    }
  });

  it('let every autoscaler scale an existing target that sets no replicas itself', () => {
    const targets = [...ofKind('HorizontalPodAutoscaler'), ...ofKind('ScaledObject')].map(
      ({ spec }) => (spec as { scaleTargetRef: { kind?: string; name: string } }).scaleTargetRef,
    );
    expect(targets.map(({ name }) => name).toSorted()).toEqual(['api', 'ingest', 'worker']);
    for (const { kind = 'Deployment', name } of targets)
      expect(find(kind, name)?.spec).not.toHaveProperty('replicas');
  });

  it('send each Ingress path to the same tier as nginx.conf', () => {
    interface Path {
      path: string;
      backend: { service: { name: string } };
    }
    const [rule] = (find('Ingress', 'slipway')!.spec as { rules: { http: { paths: Path[] } }[] }).rules;
    const paths = rule!.http.paths.filter(({ path }) => path !== '/healthz');
    const expected = ['/webhooks', '/api', '/docs', '/mcp', '/readyz', '/'];
    expect(paths.map(({ path }) => path)).toEqual(expected);
    for (const { path, backend } of paths) expect([path, backend.service.name]).toEqual([path, tierOf(path)]);
    for (const { backend } of paths) expect(find('Service', backend.service.name)).toBeDefined();
    expect(['/metrics', '/queues', '/queues/api'].map(tierOf)).toEqual([undefined, undefined, undefined]);
  });

  it('deny network traffic by default, and name only existing pods in policies', () => {
    expect(find('NetworkPolicy', 'default-deny')!.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    const text = JSON.stringify(ofKind('NetworkPolicy'));
    const names = [...text.matchAll(/"app\.kubernetes\.io\/name":"(\w+)"|"values":\[([^\]]*)\]/g)].flatMap(
      ([, one, many = '""']) => (one === undefined ? (JSON.parse(`[${many}]`) as string[]) : [one]),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !(IMAGES as readonly string[]).includes(name))).toEqual([]);
  });

  it('allow rotating APP_SECRET in every process that decrypts or verifies with it', () => {
    const having = (name: string) =>
      containers
        .filter(({ container }) => container.env?.some((variable) => variable.name === name))
        .map(({ owner }) => owner.metadata.name)
        .toSorted();
    // The assistant-protocol server only signs.
    expect(having('APP_SECRET').filter((name) => name !== 'mcp')).toEqual(having('APP_SECRET_ALSO_ACCEPTED'));
  });

  it('contain only placeholders in the example secret', () => {
    const { stringData } = secret as Manifest & { stringData: Record<string, string> };
    for (const value of Object.values(stringData)) expect(value).toContain('REPLACE-ME');
    expect(ofKind('Secret')).toEqual([]);
  });
});
