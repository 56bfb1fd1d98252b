import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '../process-lock.mjs';
import { findExecutable } from './find-executable.js';
import { type Installing, runInstaller } from './run-installer.js';

const home = fileURLToPath(new URL('../../../.data/tools/debian', import.meta.url));

// Where Debian's packages put programs. The Chromium in usr/bin is a script that starts the one in usr/lib.
const programFolders = ['usr/lib/chromium', 'usr/sbin', 'usr/bin'];

// apt-get resolves the dependencies that this machine lacks and checks signatures, as for an installation. Its lists are
// private, because those of the system may be missing or outdated, and only root can update them.
const script = `
set -eu
cd "$1"
mkdir -p lists/partial cache/archives/partial root
apt() {
  apt-get -q -o "Dir::State::Lists=$PWD/lists" -o "Dir::Cache=$PWD/cache" -o Acquire::Languages=none \\
    -o Acquire::Retries=3 -o Debug::NoLocking=true "$@"
}
apt update
apt install --simulate --no-install-recommends "$2" > plan
apt download $(sed -n 's/^Inst \\([^ ]*\\).*/\\1/p' plan)
for file in *.deb; do dpkg-deb -x "$file" root; done
`;

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The folders of the unpacked libraries. Some packages have their own, such as pulseaudio below usr/lib. */
async function libraryFolders(root: string): Promise<string[]> {
  const found = await Promise.all(
    ['usr/lib', 'lib'].map((name) =>
      readdir(join(root, name), { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  );
  const libraries = found.flat().filter(({ name }) => /\.so(?:\.|$)/.test(name));
  return [...new Set(libraries.map(({ parentPath }) => parentPath))].toSorted();
}

/** Starts the unpacked program with its libraries, fonts and configuration, which it expects in the system's folders. */
async function starter(root: string, path: string): Promise<string> {
  const variables = {
    LD_LIBRARY_PATH: (await libraryFolders(root)).join(':'),
    FONTCONFIG_PATH: join(root, 'etc/fonts'),
    XDG_DATA_HOME: join(root, 'usr/share'),
  };
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quote(value)}`);
  return ['#!/bin/sh', ...lines, `exec ${quote(path)} "$@"`, ''].join('\n');
}

const starterFolder = (apt: string) => join(home, apt, 'run');

/** The program, if it was unpacked before. */
export function findUnpacked({ commands, apt }: Installing['program']): Promise<string | undefined> {
  return findExecutable(commands, [starterFolder(apt)]);
}

async function unpackInto(folder: string, { program, ...installing }: Installing): Promise<void> {
  await mkdir(home, { recursive: true });
  const draft = await mkdtemp(join(home, `${program.apt}.`));
  try {
    await runInstaller('sh', ['-c', script, 'sh', draft, program.apt], { program, ...installing });
    await mkdir(join(draft, 'root', 'run'), { recursive: true });
    for (const command of program.commands) {
      const root = join(draft, 'root');
      const found = await findExecutable(
        [command],
        programFolders.map((name) => join(root, name)),
      );
      if (found === undefined) continue;
      const file = join(root, 'run', command);
      await writeFile(file, await starter(root, found).then((text) => text.replaceAll(root, folder)));
      await chmod(file, 0o755);
    }
    await rename(join(draft, 'root'), folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Fetches the Debian package, and those that it needs, and unpacks them into the checkout, which needs no rights. */
export async function unpackProgram(installing: Installing): Promise<void> {
  const { program } = installing;
  const folder = join(home, program.apt);
  await withLock(`${folder}.lock`, async () => {
    if ((await findUnpacked(program)) !== undefined) return;
    await rm(folder, { recursive: true, force: true });
    await unpackInto(folder, installing);
  });
}
