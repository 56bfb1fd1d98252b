import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** What Redis answers to one command. */
export type Reply = string | number | null | Reply[] | Error;

/** What a Redis says about keeping what it acknowledged; undefined where CONFIG is forbidden. */
export interface RedisDurability {
  appendOnly: boolean | undefined;
  evictionPolicy: string | undefined;
}

const timeoutMs = 4000;

function open(url: URL): Socket {
  const host = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '') || '127.0.0.1';
  const port = Number(url.port || 6379);
  return url.protocol === 'rediss:' ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
}

function encode(args: string[]): string {
  return `*${args.length}\r\n${args.map((arg) => `$${Buffer.byteLength(arg)}\r\n${arg}\r\n`).join('')}`;
}

/** Reads one reply of the protocol (RESP2) at `at`; undefined while it is incomplete. */
function parseReply(buffer: Buffer, at: number): { reply: Reply; next: number } | undefined {
  const end = buffer.indexOf('\r\n', at);
  if (end < 0) return undefined;
  const kind = String.fromCharCode(buffer[at] ?? 0);
  const text = buffer.toString('utf8', at + 1, end);
  const length = Number(text);
  const next = end + 2;
  if (kind === '-') return { reply: new Error(text), next };
  if (kind === ':') return { reply: length, next };
  if (kind === '$') {
    if (length < 0) return { reply: null, next };
    if (buffer.length < next + length + 2) return undefined;
    return { reply: buffer.toString('utf8', next, next + length), next: next + length + 2 };
  }
  if (kind !== '*') return { reply: text, next };
  return parseList(buffer, next, length);
}

function parseList(buffer: Buffer, at: number, length: number): { reply: Reply; next: number } | undefined {
  const reply: Reply[] = [];
  let next = at;
  for (let index = 0; index < length; index++) {
    const item = parseReply(buffer, next);
    if (!item) return undefined;
    reply.push(item.reply);
    next = item.next;
  }
  return { reply, next };
}

/** Sends the commands over a connection of its own and answers with their replies, errors among them. */
export function askRedis(target: string, commands: string[][]): Promise<Reply[]> {
  const url = new URL(target);
  return new Promise((resolve, reject) => {
    const socket = open(url);
    const replies: Reply[] = [];
    let received = Buffer.alloc(0);
    const finish = (error?: Error) => {
      socket.destroy();
      if (error) reject(error);
      else resolve(replies);
    };
    socket.setTimeout(timeoutMs, () => finish(new Error(`no answer within ${timeoutMs / 1000} s`)));
    socket.once('error', finish);
    socket.once('close', () => finish(new Error('the connection was closed')));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let item = parseReply(received, 0); item; item = parseReply(received, 0)) {
        replies.push(item.reply);
        received = received.subarray(item.next);
      }
      if (replies.length >= commands.length) finish();
    });
    socket.write(commands.map(encode).join(''));
  });
}

function authentication(target: string): string[][] {
  const { username, password } = new URL(target);
  if (!password) return [];
  return [['AUTH', ...(username ? [decodeURIComponent(username)] : []), decodeURIComponent(password)]];
}

/** Resolves when the Redis of the URL answers; rejects with its reason otherwise. */
export async function pingRedis(url: string): Promise<void> {
  const replies = await askRedis(url, [...authentication(url), ['PING']]);
  const refusal = replies.find((reply) => reply instanceof Error);
  if (refusal) throw refusal;
}

/** Reads the settings that decide whether an acknowledged job can be lost. */
export async function redisDurability(url: string): Promise<RedisDurability> {
  const names = ['appendonly', 'maxmemory-policy'];
  const replies = await askRedis(url, [...authentication(url), ...names.map((name) => ['CONFIG', 'GET', name])]);
  const [appendOnly, evictionPolicy] = replies.slice(-names.length).map((reply) => {
    const value = Array.isArray(reply) ? reply[1] : undefined;
    return typeof value === 'string' ? value : undefined;
  });
  return { appendOnly: appendOnly === undefined ? undefined : appendOnly === 'yes', evictionPolicy };
}
