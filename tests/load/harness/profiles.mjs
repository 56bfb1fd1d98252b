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

/** The package, part of Node.js or work of the engine that a frame belongs to, with its function if that tells more. */
function ownerOf({ url, functionName }) {
  if (url === '') return functionName;
  if (url.startsWith('node:')) return `${url} ${functionName}`;
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
  times.delete('(idle)');
  times.delete('(root)');
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
