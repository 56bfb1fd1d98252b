/**
 * `npm run texts`: lists every text that people can see, as `file:line<TAB>text`: pages, command line, assistants'
 * tools, errors, emails, descriptions in the API, headings in the docs. `-- --tests` lists test titles instead,
 * `-- --comments` lists comments. With paths, lists only what is below them.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './workspace.mjs';

const { parseSync } = createRequire(`${root}/package.json`)('@swc/core');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'boolean' }, comments: { type: 'boolean' } },
});

const isTest = (path) => /\.(?:test|fixture)\.tsx?$|^tests\/|^packages\/testing\//.test(path);
const isCode = (path) => /\.(?:ts|tsx|mts|mjs)$/.test(path) && !path.endsWith('.d.mts');

/** Folders whose strings nobody reads: other tools' data, training and benchmarks. */
const UNREAD_FOLDERS = /^(?:tests\/load|packages\/diagnosis\/train|packages\/(?:seed|testing))\//;

/** Two words, or one capitalized word: neither an identifier nor a class name. */
const isText = (text) => /[a-z]{2,} +\S|^[A-Z][a-z]+[.!?]?$/.test(text.trim());
const isSql = (text) =>
  /\b(?:SELECT|FROM|WHERE|JOIN|UNION|VALUES|AND|NULL|ARRAY|BEGIN|COMMIT|SET|BY|INDEX|TABLE)\b/.test(text);
/** Tailwind class names, recognized by hyphens and colons. */
const isClassList = (text) =>
  /^[a-z0-9!:/.()[\]%#_,*>&='-]+(?: +[a-z0-9!:/.()[\]%#_,*>&='-]+)*$/.test(text) &&
  /[a-z]-[a-z0-9[]|\w:\w/.test(text);
const UNSHOWN_ATTRIBUTES = /^(?:className|d|viewBox|fill|stroke|href|src|id|key|type|name|htmlFor|points)$/;

/** Calls `visit` for every node, with its ancestors. */
function walk(node, visit, around = []) {
  if (node === null || typeof node !== 'object') return;
  const isNode = typeof node.type === 'string';
  if (isNode) visit(node, around);
  const inside = isNode ? [...around, node] : around;
  for (const child of Object.values(node)) walk(child, visit, inside);
}

const HIDDEN_PARENTS = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TsLiteralType', 'MemberExpression']);

function isUnshown(around) {
  if (HIDDEN_PARENTS.has(around.at(-1)?.type)) return true;
  return around.some((node) => node.type === 'JSXAttribute' && UNSHOWN_ATTRIBUTES.test(node.name.value ?? ''));
}

/** The text of a literal; in a template, … stands for each value. */
function textOf(node) {
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ cooked, raw }) => cooked ?? raw).join('…');
  return undefined;
}

function* textsOfCode(path) {
  const source = readFileSync(`${root}/${path}`);
  const parsed = parseSync(source.toString(), { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' });
  // Positions are in bytes, and continue from one file to the next.
  const start = parsed.span.end - source.length;
  const found = [];
  walk(parsed.body, (node, around) => {
    const text = textOf(node);
    if (text === undefined || isUnshown(around)) return;
    if (values.tests ? isTitle(around.at(-1)) : isText(text) && !isSql(text) && !isClassList(text))
      found.push([node.span.start - start, text]);
  });
  for (const [position, text] of found) yield [lineAt(source, position), text];
}

/** Whether a call defines a test or a group of tests. */
function isTitle(call) {
  return call?.type === 'CallExpression' && /^(?:it|describe)$/.test(calleeOf(call));
}

function calleeOf({ callee }) {
  let name = callee;
  while (name?.type === 'CallExpression' || name?.type === 'MemberExpression') name = name.callee ?? name.object;
  return name?.value ?? '';
}

const lineAt = (source, position) => source.subarray(0, Math.max(0, position)).toString().split('\n').length;

function* commentsOf(path) {
  const lines = readFileSync(`${root}/${path}`, 'utf8').split('\n');
  for (const [place, line] of lines.entries()) {
    const comment = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)(?:\*\/)?$/.exec(line)?.[1]?.trim();
    if (comment) yield [place + 1, comment];
  }
}

function* headingsOf(path) {
  const lines = readFileSync(`${root}/${path}`, 'utf8').split('\n');
  for (const [place, line] of lines.entries()) if (/^#+ /.test(line)) yield [place + 1, line];
}

const UNLISTED = new Set(['.data', '.git', 'dist', 'generated', 'migrations', 'node_modules']);

function filesBelow(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !UNLISTED.has(name))
    .toSorted()
    .flatMap((name) => filesBelow(join(path, name)));
}

function readerOf(path) {
  if (UNREAD_FOLDERS.test(path)) return undefined;
  if (values.comments) return isCode(path) ? commentsOf : undefined;
  if (values.tests) return isCode(path) && isTest(path) ? textsOfCode : undefined;
  if (isCode(path) && !isTest(path)) return textsOfCode;
  return path.endsWith('.md') ? headingsOf : undefined;
}

let count = 0;
for (const path of (positionals.length === 0 ? ['.'] : positionals).flatMap(filesBelow)) {
  for (const [line, text] of readerOf(path)?.(path) ?? []) {
    console.log(`${path}:${line}\t${text.replace(/\s+/g, ' ').trim()}`);
    count += 1;
  }
}
console.error(`${count} texts`);
