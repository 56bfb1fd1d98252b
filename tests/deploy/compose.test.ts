import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { checkout } from '../architecture/tool.js';
import { IMAGES, readStages } from './dockerfile.js';
import { upstreams } from './nginx-routes.js';
import { unknownSettings } from './setting-names.js';

interface Service {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly [field: string]: unknown;
}

const folder = join(checkout, 'infra', 'compose');
const text = readFileSync(join(folder, 'compose.yaml'), 'utf8');
const compose = parse(text, { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const own = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);

// dclint includes the schema of the Compose specification.
const schemaFile = join(checkout, 'tests', 'node_modules', 'dclint', 'schemas', 'compose.schema.json');
const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as object;
const validate = new Ajv({ strict: false, validateSchema: false, validateFormats: false }).compile(schema);

describe('infra/compose/compose.yaml', () => {
  it('follows the Compose specification', () => {
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each([
    { services: { api: { image: 'x', depend_on: {} } } },
    { services: { api: { image: 'x', read_only: 'maybe', healthcheck: { tests: [] } } } },
  ])('detects a misspelled field: %j', (misspelt) => {
    expect(validate(misspelt)).toBe(false);
  });

  it('builds every image of the Dockerfile', () => {
    expect(own.map(([name, { build }]) => [name, build?.target]).toSorted()).toEqual(
      IMAGES.map((image) => [image, image]).toSorted(),
    );
    expect(own.every(([, { build }]) => readStages().has(build!.target))).toBe(true);
  });

  it.each(own)('confines %s, and can run it more than once', (name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '30s' });
    expect(service['security_opt']).toContain('no-new-privileges:true');
    // The spool distinguishes processes by host name, and Docker itself names the containers of a scaled service.
    for (const field of ['hostname', 'container_name', 'ports', 'privileged'])
      expect(service[field]).toBeUndefined();
    expect(service['healthcheck'] === undefined).toBe(name === 'migrate');
  });

  it.each(own)('gives %s only settings that processes read', (_name, { environment = {} }) => {
    expect(unknownSettings(Object.keys(environment))).toEqual([]);
  });

  it('starts no process before the database is migrated', () => {
    const waitsFor = (name: string): string[] =>
      Object.entries(compose.services[name]?.depends_on ?? {}).flatMap(([other, { condition }]) => [
        `${other}: ${condition}`,
        ...waitsFor(other),
      ]);
    for (const name of ['ingest', 'worker', 'api', 'console', 'mcp', 'nginx'])
      expect(waitsFor(name)).toContain('migrate: service_completed_successfully');
  });

  it('keeps data, including the spool, in named volumes', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(':')),
    );
    const named = mounted.filter(([source = '']) => !source.startsWith('.'));
    const sources = new Set(named.map(([source]) => source));
    expect([...sources].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    expect(compose.services['ingest']?.volumes).toEqual(['spool:/data']);
  });

  it('shares the objects among those that store and read them', () => {
    for (const name of ['worker', 'api', 'console']) {
      const { volumes, environment } = compose.services[name] ?? {};
      expect([name, volumes]).toEqual([name, ['objects:/objects']]);
      expect(environment).toMatchObject({ OBJECT_STORE_DIR: '/objects' });
    }
  });

  it('limits the memory of every container, with the limits of Kubernetes for those of Slipway', () => {
    for (const [name, service] of Object.entries(compose.services))
      expect([name, service['mem_limit']]).toEqual([name, expect.stringMatching(/^(?:\d+[mg]|\$\{\w+:-\d+g\})$/)]);
    const kubernetes = own.map(([name]) => {
      const manifest = readFileSync(join(checkout, 'infra', 'kubernetes', 'base', `${name}.yaml`), 'utf8');
      const [, limit = ''] = /limits: \{memory: (\w+)i\}/.exec(manifest) ?? [];
      return [name, limit.toLowerCase()];
    });
    expect(own.map(([name, service]) => [name, service['mem_limit']])).toEqual(kubernetes);
  });

  it('leaves Redis as much memory as it stores, to rewrite its append-only file', () => {
    const sizeOf = (variable: string) => Number(new RegExp(`\\$\\{${variable}:-(\\d+)g`).exec(text)?.[1]);
    expect(sizeOf('REDIS_MEMORY')).toBeGreaterThanOrEqual(2 * sizeOf('REDIS_MAXMEMORY'));
  });

  it('refuses to start without its secrets', () => {
    for (const secret of ['APP_SECRET', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD']) {
      const uses = [...text.matchAll(new RegExp(`\\$\\{${secret}\\b(.)`, 'g'))].map(([, next]) => next);
      expect(uses.length).toBeGreaterThan(0);
      expect(text).not.toMatch(new RegExp(`\\$\\{${secret}\\b(?!:\\?)`));
    }
  });

  it('can rotate APP_SECRET in every process that decrypts or verifies with it', () => {
    const having = (name: string) =>
      own.filter(([, { environment }]) => name in environment!).map(([tier]) => tier);
    expect(having('APP_SECRET').toSorted()).toEqual(['api', 'console', 'ingest', 'worker']);
    expect(having('APP_SECRET_ALSO_ACCEPTED')).toEqual(having('APP_SECRET'));
  });

  it('documents every variable it reads in .env.example, without a secret', () => {
    const example = readFileSync(join(folder, '.env.example'), 'utf8');
    const lines = [...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    const read = new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name));
    expect(lines.map(([name]) => name).toSorted()).toEqual([...read].toSorted());
    for (const [name, value] of lines)
      if (/SECRET|PASSWORD/.test(name!)) expect([name, value]).toEqual([name, '']);
  });

  it('has a service for each nginx upstream', () => {
    expect([...upstreams.values()].filter((host) => compose.services[host] === undefined)).toEqual([]);
    expect(upstreams.size).toBe(4);
  });
});
