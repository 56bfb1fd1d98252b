import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders of the packages that esbuild bundled. */
function bundledPackages({ outputs }) {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  // Plugins prefix the path with their namespace.
  const folders = files.map((file) => /^(?:[a-z]+:)?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  return [...new Set(folders.filter((folder) => folder !== undefined))];
}

/** Licenses from the repositories of packages that are published without theirs. */
const LEFT_OUT = { saxes: join(import.meta.dirname, 'licences/saxes.txt') };

async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const found = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const file = found === undefined ? LEFT_OUT[name] : join(folder, found);
  if (file === undefined) throw new Error(`${name} is bundled and has no license file`);
  const text = await readFile(file, 'utf8');
  return { name, notice: `${name} ${version} (${license})\n\n${text.trim()}\n` };
}

/** The licenses of all bundled packages, as text. They require every copy to include them. */
export async function bundledLicences(metafile) {
  const notices = await Promise.all(bundledPackages(metafile).map(noticeOf));
  const sorted = notices.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ notice }) => notice);
  return [...new Set(sorted)].join(`\n${'-'.repeat(80)}\n\n`);
}
