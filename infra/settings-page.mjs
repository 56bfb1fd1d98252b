/**
 * Writes the table in infra/docs/operate/settings.md from packages/runtime/src/settings.ts, as part of `npm run generate`.
 * `--check` writes nothing and fails if the page is stale; it needs `npm run build`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgress } from './progress.mjs';
import { prepareCode } from './toolchain.mjs';
import { root } from './workspace.mjs';

const TARGET = 'infra/docs/operate/settings.md';
const SOURCE = 'packages/runtime/src/settings.ts';
const HEAD = '| Setting | Default | Values | Read by | Meaning |\n|---|---|---|---|---|\n';
const code = (text) => `\`${text}\``;
const PAGES = /(?<= See )((?:[a-z]+)\.md)/g;

const NAMES = /(?<!`)\b[A-Z]+(?:_[A-Z]+)+\b(?!`)/g;

const check = process.argv.includes('--check');
if (!check) {
  await prepareCode({ log: createProgress() });
}
const { loadSettings, SETTING_TIERS, Settings } = await import('../packages/runtime/dist/index.js');

/** The settings that have no default, with values that the page shows as the names of the settings. */
const required = {
  DATABASE_URL: 'postgres://DATABASE_URL',
  REDIS_URL: 'redis://REDIS_URL',
  APP_SECRET: 'the value of APP_SECRET',
};
const defaults = loadSettings(required);

function meanings() {
  const found = readFileSync(join(root, SOURCE), 'utf8').matchAll(
    /\/\*\*((?:(?!\*\/).)*)\*\/\n {2}([A-Z_]+): Type\./gs,
  );
  return new Map([...found].map(([, comment, name]) => [name, comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim()]));
}

function defaultOf(name) {
  if (name in required) return 'required';
  const value = defaults[name];
  const same = Object.keys(required).find((other) => required[other] === value);
  if (same !== undefined) return code(same);
  return value === '' || value === undefined ? '' : code(value);
}

function valuesOf({ minimum, maximum, minLength, enum: values }) {
  if (values !== undefined) return values.map(code).join(', ');
  if (minLength > 1) return `${minLength} characters or more`;
  if (maximum !== undefined) return `${minimum} to ${maximum}`;
  return minimum === undefined ? '' : `${minimum} or more`;
}

function rows() {
  const meaningOf = meanings();
  return Object.entries(Settings.properties).map(([name, schema]) => {
    const meaning = meaningOf.get(name);
    if (meaning === undefined) throw new Error(`${SOURCE}: ${name} has no comment that says what it means`);
    const linked = meaning.replaceAll(PAGES, '[$1]($1)').replaceAll(NAMES, code).replaceAll('|', '\\|');
    const cells = [code(name), defaultOf(name), valuesOf(schema), SETTING_TIERS[name].join(', '), linked];
    return `| ${cells.join(' | ')} |\n`.replaceAll(/ {2,}/g, ' ');
  });
}

const target = join(root, TARGET);
const before = readFileSync(target, 'utf8');
const [text, rest = ''] = before.split(HEAD);
const after = text + HEAD + rows().join('') + rest.replace(/^(?:\|.*\n)*/, '');
if (!check) writeFileSync(target, after);
else if (after !== before) {
  console.error(`${TARGET} is stale, run \`npm run generate\``);
  process.exitCode = 1;
}
