import type { Json } from './components.js';

/** Values of fields for examples: those of one failed build of one game, so that responses fit together. */
const VALUES: Readonly<Record<string, unknown>> = {
  action: 'edit',
  actor: 'user:7',
  approval_stage: 'art_review',
  approval_type: 'asset',
  asset_name: 'T_Crate',
  assignee_handle: 'build-bot',
  author: 'jonas',
  branch: 'main',
  build_number: '1848',
  build_url: 'https://ci.example.com/job/Harbor-Win64/1848/',
  category: 'compile',
  changelist: '48317',
  ci_job_name: 'Harbor-Win64',
  code: 'c0a8f1d2e3b4',
  comments: 'Checked in the editor.',
  commit_hash: '9f2c41ab7d3e5f60718293a4b5c6d7e8f9012345',
  commit_sha: '9f2c41ab7d3e5f60718293a4b5c6d7e8f9012345',
  confidence: 0.9,
  count: 3,
  description: 'Move the crane',
  detail: '2 lines quoted.',
  diagnosis: 'Crane.cpp uses a name that is not declared.',
  display_identifier: 'CL 48317',
  duration_seconds: 1_080,
  email: 'your own address',
  engine: 'unreal',
  event: 'build_report',
  expected_format: 'handle:<agent-handle> or user:<user id>',
  external_id: '14302',
  file: 'Source/Harbor/Private/Crane.cpp',
  identifier: '48317',
  investigation_id: '0197f3c2-9b31-7d40-8e66-7f8091a2b3c4',
  ip_address: '203.0.113.7',
  key: 'HARB-1',
  kind: 'build_number',
  limit: 20,
  line: 412,
  message: "Crane.cpp(12): error C2065: 'Hoist': undeclared identifier",
  name: 'Harbor',
  next_cursor: null,
  path: 'Content/Props/T_Crate.uasset',
  platform: 'steam',
  prefix: 'slw_9f2c',
  project_name: 'Harbor',
  provider: 'jenkins',
  required_scope: 'read:builds',
  role: 'member',
  series: 'Harbor-Win64',
  size_bytes: 4_194_304,
  state: 'in_progress',
  status: 'completed',
  suggested_fix: 'Declare Hoist, or include the header that declares it.',
  symbol: 'Hoist',
  target: 'Harbor',
  target_ref: 'Harbor-Win64 #1848',
  text: "Crane.cpp(12): error C2065: 'Hoist': undeclared identifier",
  title: 'Harbor crashes on load',
  token: 'slw_…',
  tool: 'cpp',
  uid: 'jonas',
  upgrade_url: 'https://slipway.example.com/settings/billing',
  url: 'https://jira.example.com/browse/HARB-1',
  user_agent: 'slipway/0.1.0',
  version: '1.4.0',
  web: 'https://slipway.example.com/projects/1',
};

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-11-18T09:30:00.000Z',
  date: '2026-11-18',
  uuid: '0197f3c2-7d5e-7c1a-9b64-2f8e1d0a5c37',
};

/** A value that fits a schema. References are followed in `schemas`. */
export function exampleOf(schema: Json, schemas: Readonly<Record<string, Json>>, name = ''): unknown {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const target = schemas[reference.slice(reference.lastIndexOf('/') + 1)];
    return target === undefined ? null : exampleOf(target, schemas, name);
  }
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum']) && schema['enum'].includes(VALUES[name])) return VALUES[name];
  const [choice] = [schema['enum'], schema['anyOf'], schema['oneOf']]
    .filter(Array.isArray)
    .map(([first]) => first);
  if (choice !== undefined) return isSchema(choice) ? exampleOf(choice, schemas, name) : choice;
  const type = [schema['type']].flat()[0];
  if (type === 'object') return objectExample(schema, schemas);
  if (type === 'array') return isSchema(schema['items']) ? [exampleOf(schema['items'], schemas, name)] : [];
  return plainExample(schema, { type, name });
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function objectExample({ properties, description }: Json, schemas: Readonly<Record<string, Json>>): unknown {
  const fields = Object.entries((properties ?? {}) as Record<string, Json>);
  const example = Object.fromEntries(fields.map(([name, schema]) => [name, exampleOf(schema, schemas, name)]));
  // The schema of an error is described by its message.
  return 'error' in example ? { ...example, message: description } : example;
}

function plainExample(schema: Json, { type, name }: { readonly type: unknown; readonly name: string }): unknown {
  if (type === 'boolean') return !name.endsWith('truncated') && name !== 'has_more';
  const known = VALUES[name];
  if (type === 'integer' || type === 'number')
    return typeof known === 'number' ? known : Math.max(1, Number(schema['minimum'] ?? 1));
  return type === 'string' ? textExample(schema, name) : null;
}

function textExample({ type, format, pattern }: Json, name: string): unknown {
  const formatted = FORMATS[String(format)];
  if (formatted !== undefined) return formatted;
  if (pattern === '^[0-9]+$') return name === 'project_id' ? '1' : '104';
  const known = VALUES[name];
  const fits = known !== undefined && [type].flat().includes(known === null ? 'null' : 'string');
  return fits ? known : name.replaceAll('_', ' ');
}
