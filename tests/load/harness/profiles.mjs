/** Where the processes under measurement spend their processor time, by the package that the code belongs to. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SHOWN = 14;

/** Arguments that make Node.js write a profile when a process ends. */
export function profilingArguments(folder, script) {
  if (folder === undefined) return [];
  const name = /apps\/([^/]+)/.exec(script)?.[1] ?? /([^/]+)\.mjs$/.exec(script)?.[1];
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${name}-${Date.now()}.cpuprofile`];
}

/** Starting a process is not what is measured. */
const LOADING = 'Node.js: loading modules';
/** Parts of Node.js by the paths of their modules. */
const PARTS = [
  ['Node.js: HTTP', /^node:(_http|internal\/http|http)/],
  [
    'Node.js: sockets and streams',
    /^node:(net|_?stream|internal\/(stream|streams|js_stream)|internal\/timers|timers)/,
  ],
  [
    'Node.js: loading modules',
    /^node:(internal\/(modules|deps|bootstrap|process\/(esm|pre_execution)|source_map|vm)|vm|module)/,
  ],
  ['Node.js: crypto', /^node:(internal\/)?crypto/],
  [
    'Node.js: events, promises and ticks',
    /^node:(events|async_hooks|internal\/(process|async_hooks|async_local))/,
  ],
];
const SOCKET_CALLS = /^(writev|writeUtf8String|writeBuffer|writeLatin1String|readStart|shutdown|close)$/;
const LOADING_CALLS = /^(openFileHandle|open|fstat|read|internalModuleStat|compileFunction|evaluate)$/;

/** The package, part of Node.js or work of the engine that a frame belongs to. */
function ownerOf({ url, functionName }) {
  if (url === '') {
    if (SOCKET_CALLS.test(functionName)) return 'system calls on sockets';
    return LOADING_CALLS.test(functionName) ? LOADING : functionName || '(native code)';
  }
  if (url.startsWith('node:')) return PARTS.find(([, path]) => path.test(url))?.[0] ?? 'Node.js: everything else';
  const dependency = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return dependency ?? /\/((?:apps|packages)\/[^/]+)\//.exec(url)?.[1] ?? url;
}

/** The share of each owner in the time that a process was busy, largest first. */
function sharesOf({ nodes, samples, timeDeltas }) {
  const owners = new Map(nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame)]));
  const times = new Map();
  for (const [place, id] of samples.entries()) {
    const owner = owners.get(id);
    times.set(owner, (times.get(owner) ?? 0) + timeDeltas[place]);
  }
  for (const owner of ['(idle)', '(root)', LOADING]) times.delete(owner);
  const busy = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times].map(([owner, time]) => ({ owner, share: time / busy })).sort((a, b) => b.share - a.share);
}

/** The longest profile of each process, as lines for a terminal. */
export function describeProfiles(folder) {
  const longest = new Map();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.cpuprofile'))) {
    const profile = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const process = name.slice(0, name.lastIndexOf('-'));
    const known = longest.get(process);
    if (known === undefined || known.samples.length < profile.samples.length) longest.set(process, profile);
  }
  return [...longest].flatMap(([process, profile]) => [
    '',
    `${process}: processor time by package`,
    ...sharesOf(profile)
      .slice(0, SHOWN)
      .map(({ owner, share }) => `${(share * 100).toFixed(1).padStart(6)} %  ${owner}`),
  ]);
}
