import { describe, expect, it } from '@jest/globals';
import { parseRedisAddress } from './redis-address.js';

const none = { tls: false, username: undefined, password: undefined };

describe('parseRedisAddress', () => {
  it.each([
    ['redis://localhost', { ...none, kind: 'server', node: { host: 'localhost', port: 6379 }, database: 0 }],
    ['redis://[::1]:7000/3', { ...none, kind: 'server', node: { host: '::1', port: 7000 }, database: 3 }],
    [
      'rediss://app:p%40ss@redis.example:6380',
      {
        tls: true,
        username: 'app',
        password: 'p@ss',
        kind: 'server',
        node: { host: 'redis.example', port: 6380 },
        database: 0,
      },
    ],
    [
      'redis+sentinel://:secret@a:26379,b,[::1]:26380/mymaster/2',
      {
        tls: false,
        username: undefined,
        password: 'secret',
        kind: 'sentinel',
        group: 'mymaster',
        database: 2,
        sentinels: [
          { host: 'a', port: 26379 },
          { host: 'b', port: 26379 },
          { host: '::1', port: 26380 },
        ],
      },
    ],
    [
      'rediss+cluster://a:7000,b',
      {
        ...none,
        tls: true,
        kind: 'cluster',
        nodes: [
          { host: 'a', port: 7000 },
          { host: 'b', port: 6379 },
        ],
      },
    ],
  ])('reads %s', (url, address) => expect(parseRedisAddress(url)).toEqual(address));

  it.each([
    ['http://localhost', 'must look like redis://host:port'],
    ['redis+group://localhost', 'must look like redis://host:port'],
    ['redis://localhost?family=6', 'must look like redis://host:port'],
    ['redis://a,b', 'names several servers: use redis+sentinel:// or redis+cluster://'],
    ['redis://a:port', 'has a server that is not host:port'],
    ['redis://a:70000', 'has a server that is not host:port'],
    ['redis+cluster://', 'has a server that is not host:port'],
    ['redis://a/first', 'must end with the number of a database, or without one'],
    ['redis://:100%@a', 'has a % that must be written %25'],
    ['redis+sentinel://a', 'must include the master group'],
    ['redis+sentinel://a/mymaster/x', 'must end with the number of a database, or without one'],
    ['redis+cluster://a/1', 'a cluster has no numbered databases'],
  ])('refuses %s', (url, problem) => expect(() => parseRedisAddress(url)).toThrow(problem));

  it('shows no part of an address it refuses', () => {
    expect(() => parseRedisAddress('redis://:hunter2@a:x')).toThrow(/^(?!.*hunter2)/);
  });
});
