import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTime, type Host } from './commands.js';
import { PowershellError, textOf } from './values.js';

/** .NET counts 100 ns since the year 1. */
const EPOCH_TICKS = 621_355_968_000_000_000n;

/** Reads UTF-8, or what the byte order mark says, as File.ReadAllText does. */
function readText(path: unknown): string {
  const bytes = readBytes(path);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

function readBytes(path: unknown): Buffer {
  if (!existsSync(textOf(path))) throw new PowershellError(`Could not find file '${textOf(path)}'.`);
  return readFileSync(textOf(path));
}

/** The .NET types that the scripts use, with the static members that they use. */
export function typesOf(host: Host): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  return {
    'IO.File': {
      ReadAllText: readText,
      ReadAllBytes: readBytes,
      WriteAllText: (path: unknown, text: unknown) => void writeFileSync(textOf(path), textOf(text)),
      Move: (from: unknown, to: unknown) => void renameSync(textOf(from), textOf(to)),
    },
    Math: { Max: (a: unknown, b: unknown) => Math.max(Number(a), Number(b)) },
    DateTimeOffset: { UtcNow: { ToUnixTimeSeconds: () => Math.floor(Date.now() / 1000) } },
    DateTime: {
      UtcNow: {
        ToString: (letters: unknown) => formatTime(new Date(), textOf(letters)),
        Ticks: String(EPOCH_TICKS + BigInt(Date.now()) * 10_000n),
      },
    },
    Guid: { NewGuid: () => randomUUID() },
    Console: { Error: { WriteLine: (text: unknown) => host.printError(textOf(text)) } },
    Environment: { GetFolderPath: (name: unknown) => join(host.folder, textOf(name)) },
    'Text.Encoding': { UTF8: { GetBytes: (text: unknown) => Buffer.from(textOf(text)) } },
    BitConverter: {
      ToString: (bytes: Buffer) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('-'),
    },
    'Security.Cryptography.SHA256': {
      Create: () => ({ ComputeHash: (bytes: Buffer) => createHash('sha256').update(bytes).digest() }),
    },
    'Net.ServicePointManager': { SecurityProtocol: 0 },
    'Net.SecurityProtocolType': { Tls12: 3072 },
  };
}
