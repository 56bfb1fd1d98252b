import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatTime, type Host } from './commands.js';
import { ArrayList, PowershellError, textOf } from './values.js';

/** .NET counts 100 ns since the year 1. */
const EPOCH_TICKS = 621_355_968_000_000_000n;

/** Reads UTF-8, or what the byte order mark says, as File.ReadAllText does. */
function readText(path: unknown): string {
  const bytes = readBytes(path);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** Reads lines as a StreamReader does. */
function openReader(path: unknown) {
  const lines = readText(path).split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return {
    get EndOfStream() {
      return lines.length === 0;
    },
    ReadLine: () => lines.shift() ?? null,
    Close: () => undefined,
  };
}

/** An encoding, by the name that Node.js has for it. */
function encoding(name: 'utf8' | 'latin1') {
  return {
    GetBytes: (text: unknown) => Buffer.from(textOf(text), name),
    GetByteCount: (text: unknown) => Buffer.byteLength(textOf(text), name),
    GetString: (bytes: Buffer) => bytes.toString(name),
  };
}

function orThrow(run: () => void): void {
  try {
    run();
  } catch (cause) {
    throw Object.assign(new PowershellError((cause as Error).message), { cause });
  }
}

function readBytes(path: unknown): Buffer {
  if (!existsSync(textOf(path))) throw new PowershellError(`Could not find file '${textOf(path)}'.`);
  return readFileSync(textOf(path));
}

/** A stream in memory. */
function openMemory() {
  const written: Buffer[] = [];
  return { Append: (bytes: Buffer) => void written.push(bytes), ToArray: () => Buffer.concat(written) };
}

function openGzip(to: unknown) {
  const { Append: append } = to as ReturnType<typeof openMemory>;
  const written: Buffer[] = [];
  return {
    Write: (bytes: Buffer) => void written.push(bytes),
    Close: () => append(gzipSync(Buffer.concat(written))),
  };
}

function startWatch() {
  const start = Date.now();
  return {
    Elapsed: {
      get TotalSeconds() {
        return (Date.now() - start) / 1_000;
      },
    },
  };
}

/** The .NET types that the scripts use, with the static members that they use. */
export function typesOf(host: Host): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  return {
    'IO.File': {
      ReadAllText: readText,
      ReadAllBytes: readBytes,
      WriteAllText: (path: unknown, text: unknown) => orThrow(() => writeFileSync(textOf(path), textOf(text))),
      Move: (from: unknown, to: unknown) => orThrow(() => renameSync(textOf(from), textOf(to))),
    },
    'IO.StreamReader': { new: openReader },
    'IO.MemoryStream': { new: openMemory },
    'IO.Compression.GZipStream': { new: openGzip },
    'IO.Compression.CompressionMode': { Compress: 1 },
    Convert: {
      ToBase64String: (bytes: Buffer) => bytes.toString('base64'),
      FromBase64String: (text: unknown) => Buffer.from(textOf(text), 'base64'),
    },
    Uri: { EscapeDataString: (text: unknown) => encodeURIComponent(textOf(text)) },
    'Collections.ArrayList': { new: () => new ArrayList() },
    'Globalization.CultureInfo': { InvariantCulture: 'en-US' },
    'Diagnostics.Stopwatch': { StartNew: startWatch },
    Math: {
      Max: (a: unknown, b: unknown) => Math.max(Number(a), Number(b)),
      Min: (a: unknown, b: unknown) => Math.min(Number(a), Number(b)),
      Floor: (value: unknown) => Math.floor(Number(value)),
    },
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
    'Text.Encoding': { UTF8: encoding('utf8'), GetEncoding: () => encoding('latin1') },
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
