import { describe, expect, it } from '@jest/globals';
import { provider as asana } from './providers/asana/index.js';
import { provider as monday } from './providers/monday/index.js';
import { provider as trello } from './providers/trello/index.js';

function request(body: string, headers: Record<string, string> = {}, method = 'POST') {
  return { method, headers, body: Buffer.from(body) };
}

describe('monday', () => {
  it('gets back its challenge and nothing else from the body', () => {
    const answer = monday.handshake(request('{"challenge":"3eZbrw1a","other":1}'));
    expect(answer).toEqual({ status: 200, body: { challenge: '3eZbrw1a' } });
  });

  it.each([
    '',
    'null',
    '"challenge"',
    '{"challenge"',
    '{"challenge":7}',
    '{"challenge":{}}',
    '{"event":{"type":"create_pulse","pulseName":"\\"challenge\\""}}',
    `{"challenge":"${'x'.repeat(5000)}"}`,
  ])('does not treat %s as a handshake', (body) => {
    expect(monday.handshake(request(body))).toBeNull();
  });
});

describe('asana', () => {
  it('gets back the secret of a new webhook, which is stored', () => {
    const secret = 'b537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e81';
    expect(asana.handshake(request('{}', { 'x-hook-secret': secret }))).toEqual({
      status: 200,
      body: null,
      headers: { 'X-Hook-Secret': secret },
      secret,
    });
  });

  it.each(['', 'two words', 'line\nbreak', 'x'.repeat(513)])('does not accept %j as a secret', (secret) => {
    expect(asana.handshake(request('{}', { 'x-hook-secret': secret }))).toBeNull();
  });

  it('does not treat events as a handshake', () => {
    expect(asana.handshake(request('{"events":[]}', { 'x-hook-signature': '00' }))).toBeNull();
  });
});

describe('trello', () => {
  it('gets 200 for HEAD, which it uses to check the address', () => {
    expect(trello.handshake(request('', {}, 'HEAD'))).toEqual({ status: 200, body: null });
    expect(trello.handshake(request('{"action":{}}'))).toBeNull();
  });
});
