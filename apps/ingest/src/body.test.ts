import { describe, expect, it } from '@jest/globals';
import { type Provider, providers } from '@slipway/providers';
import { readPayload } from './body.js';

const providerOf = (id: string) => providers.find((provider) => provider.id === id) as Provider;
const jenkins = providerOf('jenkins');
const perforce = providerOf('perforce');
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

function read(provider: Provider, text: string, contentType = JSON_TYPE) {
  const result = readPayload(provider, Buffer.from(text), contentType);
  return 'refusal' in result ? result.refusal.message : result;
}

describe('a body that would take seconds to parse', () => {
  const deep = `{"x":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;

  it('is refused for its depth before it is parsed, also inside a form', () => {
    expect(read(jenkins, deep)).toMatch(/nested deeper than 64/);
    expect(read(jenkins, `payload=${encodeURIComponent(deep)}`, FORM)).toMatch(/nested deeper than 64/);
    // Unbalanced brackets are no JSON: the depth is measured without the parser.
    expect(read(jenkins, deep.slice(0, -2))).toMatch(/nested deeper than 64/);
  });

  it('is refused for its number of members', () => {
    const members = Array.from({ length: 600_000 }, (_, at) => `"${at}":1`).join(',');
    expect(read(jenkins, `{${members}}`)).toMatch(/more than 500000/);
  });

  it.each([jenkins, perforce])('is refused for its number of form fields: $id', (provider) => {
    const fields = (count: number) => `changelist=1${'&a=1'.repeat(count - 1)}`;
    expect(read(provider, fields(1_000), FORM)).toMatchObject({ payload: { changelist: '1' } });
    expect(read(provider, fields(1_001), FORM)).toMatch(/more than 1000 fields/);
  });

  it('is not refused for ampersands inside JSON', () => {
    expect(read(perforce, JSON.stringify({ change: 1, description: '&'.repeat(2_000) }))).toMatchObject({
      payload: { change: 1 },
    });
  });
});

describe('the content type', () => {
  it.each([jenkins, perforce])('of a form does not prevent JSON, which curl sends that way: $id', (provider) => {
    expect(read(provider, ' {"change":12,"a":"b=c&d"}', FORM)).toMatchObject({
      payload: { change: 12, a: 'b=c&d' },
    });
  });

  it('has a charset only in a parameter of that name', () => {
    expect(read(jenkins, '{"a":1}', 'application/json; xcharset=klingon')).toMatchObject({ payload: { a: 1 } });
    expect(read(jenkins, '{"a":1}', 'application/json; a=b;charset=klingon')).toMatch(/charset/);
  });
});

describe('the queued JSON', () => {
  it('is no longer than the payload, even if the text repeats member names', () => {
    const text = `{"job_name":"a","log":"${'x'.repeat(1_000_000)}","log":"short"}`;
    expect(read(jenkins, text)).toMatchObject({ json: '{"job_name":"a","log":"short"}' });
  });

  it('is the received text if that is short', () => {
    const text = '{ "job_name" : "a" }';
    expect(read(jenkins, text)).toMatchObject({ json: text });
  });
});
