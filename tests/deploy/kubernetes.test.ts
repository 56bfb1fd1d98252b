import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SETTING_TIERS, type SettingTier } from '@slipway/runtime';
import { parse } from 'yaml';
import { checkout } from '../architecture/tool.js';
import { IMAGES } from './dockerfile.js';
import { applyTo, buildKustomization, containersOf, type Manifest, readManifests } from './kustomize.js';
import { findTypeErrors } from './manifest-types.js';
import { tierOf } from './nginx-routes.js';
import { unknownSettings } from './setting-names.js';

/** The settings that are in the Secret. */
const SECRET_SETTINGS = [
  ...(['APP_SECRET', 'APP_SECRET_ALSO_ACCEPTED', 'OPERATOR_PASSWORD', 'SMTP_URL'] as const),
  ...(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL', 'INVESTIGATION_LLM_KEY'] as const),
  ...(['REDIS_URL', 'REDIS_SENTINEL_USERNAME', 'REDIS_SENTINEL_PASSWORD'] as const),
  ...(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const),
];

/** The paths of OAuth, in the order of the route tables: the more specific first. */
const OAUTH = ['/.well-known/oauth-protected-resource', '/.well-known', '/oauth'];

/** The longest time that a process takes to stop. */
const DRAIN_SECONDS = 25;

const [staging, production, withOptions] = await Promise.all([
  buildKustomization('overlays/staging'),
  buildKustomization('overlays/production'),
  buildKustomization(
    'base',
    ['gateway', 'tls-files', 'redis-tls', 'redis-client-certificate'].map((name) => `components/${name}`),
  ),
]);
const [secret] = await readManifests(join(checkout, 'infra', 'kubernetes', 'base', 'secret.example.yaml'));
const manifests = production;
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
  it('every field exists and has the right type, in both overlays and the other components', async () => {
    expect(await findTypeErrors([...staging, ...production, ...withOptions, secret!])).toEqual([]);
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
      plant('Probe', 'slipway', (spec) => Object.assign(spec, { modul: 'http_2xx' })),
      plant('PrometheusRule', 'slipway', (spec) => Object.assign(spec, { group: [] })),
    ]);
    const noticed = [
      'Deployment console',
      'Deployment mcp',
      'StatefulSet ingest',
      'ScaledObject worker',
      'PodMonitor slipway',
      'Probe slipway',
      'PrometheusRule slipway',
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

    it('use the image of their name, by digest', () => {
      expect(container.image).toMatch(new RegExp(`/slipway/${name}@sha256:[0-9a-f]{64}$`));
    });

    it('have every secret that their tier reads, and no other', () => {
      const secrets = (container.env ?? []).filter(({ valueFrom }) => valueFrom).map((variable) => variable.name);
      const read = SECRET_SETTINGS.filter((setting) => SETTING_TIERS[setting].includes(name as SettingTier));
      // migrate gets its direct URL as DATABASE_URL.
      const expected = name === 'migrate' ? ['DATABASE_URL'] : read;
      expect(secrets.toSorted()).toEqual(expected.toSorted());
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
    const expected = ['/webhooks', '/api', '/docs', ...OAUTH, '/mcp', '/readyz', '/'];
    expect(paths.map(({ path }) => path)).toEqual(expected);
    for (const { path, backend } of paths) expect([path, backend.service.name]).toEqual([path, tierOf(path)]);
    for (const { backend } of paths) expect(find('Service', backend.service.name)).toBeDefined();
    expect(['/metrics', '/queues', '/queues/api'].map(tierOf)).toEqual([undefined, undefined, undefined]);
  });

  it('send each HTTPRoute path to the same tier as nginx.conf', () => {
    interface Rule {
      matches: { path: { type: string; value: string } }[];
      backendRefs: { name: string; port: number }[];
    }
    const route = withOptions.find(({ kind }) => kind === 'HTTPRoute')!;
    const { rules } = route.spec as { rules: Rule[] };
    const paths = rules.flatMap(({ matches, backendRefs }) =>
      matches.map(({ path }) => [path.value, backendRefs[0]!.name] as const),
    );
    const expected = ['/webhooks', '/api', '/docs', '/healthz', '/readyz', ...OAUTH, '/mcp', '/'];
    expect(paths.map(([path]) => path)).toEqual(expected);
    for (const [path, tier] of paths.filter(([path]) => path !== '/healthz'))
      expect([path, tier]).toEqual([path, tierOf(path)]);
    for (const { backendRefs } of rules)
      for (const { name, port } of backendRefs)
        expect(find('Service', name)?.spec).toMatchObject({ ports: [{ port }] });
  });

  it('keep query strings, which may contain tokens, out of the access log of the ingress controller', () => {
    const { annotations } = find('Ingress', 'slipway')!.metadata as Manifest['metadata'] & {
      annotations: Record<string, string>;
    };
    expect(annotations['nginx.ingress.kubernetes.io/enable-access-log']).toBe('false');
  });

  it('probe the public address of each environment', () => {
    for (const [environment, host] of [
      [staging, 'https://staging.slipway.example.com'],
      [production, 'https://slipway.example.com'],
    ] as const) {
      const settings = environment.find(({ metadata }) => metadata.name === 'slipway-settings')!;
      expect(settings.data?.['BASE_URL']).toBe(host);
      const { spec } = environment.find(({ kind }) => kind === 'Probe')!;
      const { targets } = spec as { targets: { staticConfig: { static: string[] } } };
      const urls = targets.staticConfig.static.map((url) => new URL(url));
      expect(urls.map(({ origin }) => origin)).toEqual([host, host, host]);
      expect(urls.map(({ pathname }) => tierOf(pathname))).toEqual(['api', 'ingest', 'console']);
    }
  });

  it('contain the alerts and every dashboard', async () => {
    const folder = join(checkout, 'infra', 'observability');
    const alerts = parse(await readFile(join(folder, 'prometheus', 'alerts.yaml'), 'utf8')) as object;
    expect(find('PrometheusRule', 'slipway')!.spec).toEqual(alerts);
    const dashboards = (await readdir(join(folder, 'grafana'))).filter((file) => file.endsWith('.json'));
    const maps = ofKind('ConfigMap').filter(({ metadata }) => metadata.labels?.['grafana_dashboard'] === '1');
    expect(maps.flatMap(({ data }) => Object.keys(data ?? {})).toSorted()).toEqual(dashboards.toSorted());
  });

  it('mount certificates where the settings expect them, in the pods that connect to the servers', () => {
    for (const { owner, pod, container } of containersOf(withOptions)) {
      const { name } = owner.metadata;
      const isMounted = container.volumeMounts?.some(({ mountPath }) => mountPath === '/etc/slipway/tls') ?? false;
      expect([name, isMounted]).toEqual([name, name !== 'mcp']);
      expect(pod.volumes?.some((volume) => volume.name === 'tls-files') ?? false).toBe(isMounted);
      const files = (container.env ?? []).filter((variable) => /^REDIS_TLS_/.test(variable.name));
      expect(files.every(({ value = '' }) => value.startsWith('/etc/slipway/tls/'))).toBe(true);
      const read = SETTING_TIERS.REDIS_TLS_CA_FILE.includes(name as SettingTier);
      expect([name, files.length]).toEqual([name, read ? 3 : 0]);
    }
  });

  it('let no pod reach link-local addresses or the networks of the cluster, except servers that a policy names', () => {
    interface Block {
      cidr: string;
      except?: string[];
    }
    const rules = ofKind('NetworkPolicy').flatMap(({ metadata, spec }) =>
      ((spec as { egress?: { to?: { ipBlock?: Block }[] }[] }).egress ?? []).map((rule) => ({
        name: metadata.name,
        blocks: rule.to?.map(({ ipBlock }) => ipBlock),
      })),
    );
    // A rule without `to` would allow every address.
    expect(rules.filter(({ blocks }) => blocks === undefined)).toEqual([]);
    const open = rules.flatMap(({ blocks = [] }) => blocks.filter((block) => block?.cidr.endsWith('/0')));
    expect(open).toHaveLength(4);
    for (const { cidr, except = [] } of open as Block[])
      expect(except).toEqual(
        expect.arrayContaining(
          cidr === '::/0' ? ['fc00::/7', 'fe80::/10'] : ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
        ),
      );
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
    expect(having('APP_SECRET')).toEqual(['api', 'console', 'ingest', 'worker']);
    expect(having('APP_SECRET_ALSO_ACCEPTED')).toEqual(having('APP_SECRET'));
  });

  it('contain only placeholders in the example secret', () => {
    const { stringData } = secret as Manifest & { stringData: Record<string, string> };
    for (const value of Object.values(stringData)) expect(value).toContain('REPLACE-ME');
    expect(ofKind('Secret')).toEqual([]);
  });
});
