import { describe, expect, it } from '@jest/globals';
import { STORED_HEADERS, storedHeaders } from './stored-headers.js';

describe('storedHeaders', () => {
  it('returns only headers that describe the sender and the event', () => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/1',
      'x-github-event': 'push',
      'x-github-delivery': 'd-1',
      'x-hub-signature-256': 'sha256=00',
      authorization: 'Basic eHg6eXk=',
      cookie: 'session=1',
      'x-service-token': 'a'.repeat(64),
      'x-forwarded-for': '192.0.2.1',
      forwarded: 'for=192.0.2.1',
    };
    expect(storedHeaders(headers)).toEqual({
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/1',
      'x-github-event': 'push',
      'x-github-delivery': 'd-1',
    });
  });

  it('cuts long values', () => {
    expect(storedHeaders({ 'user-agent': 'x'.repeat(10_000) })['user-agent']).toHaveLength(256);
    expect(storedHeaders({})).toEqual({});
  });

  it('returns no header that may contain a credential', () => {
    expect(STORED_HEADERS.filter((name) => /token|signature|secret|auth|cookie|forwarded|key/.test(name))).toEqual(
      [],
    );
  });
});
