import { describe, expect, it } from '@jest/globals';
import { readTriggerBody } from './trigger-body.js';

describe('readTriggerBody', () => {
  it.each([
    ['payload={change:12,p4port:"ssl:p4.studio.test:1666"}', { change: 12, p4port: 'ssl:p4.studio.test:1666' }],
    ["payload={ change : 12 , p4port : 'p4:1666' }", { change: 12, p4port: 'p4:1666' }],
    ['payload={change:12,p4port:p4:1666}', { change: 12, p4port: 'p4:1666' }],
    ['payload={"change":"12"}\n', { change: '12' }],
    ['payload={"change":12,"describe":{"user":"jane"}}', { change: 12, describe: { user: 'jane' } }],
    ['payload={change:12,description:"say \\"hi, {you}\\""}', { change: 12, description: 'say "hi, {you}"' }],
    ['payload={change:12,}', { change: 12 }],
    ['payload={}', {}],
    ['payload={change:99999999999999999999}', { change: '99999999999999999999' }],
    ['payload={"change":99999999999999999999}', { change: '99999999999999999999' }],
    ['payload={change:%changelist%}', { change: '%changelist%' }],
    ['payload=%7Bchange%3A12%7D&token=ab', { change: 12, token: 'ab' }],
    ['payload={change:12}&token=ab', { change: 12, token: 'ab' }],
    ['token=ab&payload={change:12,p4port:"a&b=c"}', { change: 12, p4port: 'a&b=c', token: 'ab' }],
    [
      'changelist=12&user=jane&description=Dock+lights%21',
      { changelist: '12', user: 'jane', description: 'Dock lights!' },
    ],
    ['changelist=12', { changelist: '12' }],
  ])('reads %s', (text, fields) => {
    expect(readTriggerBody(text)).toEqual(fields);
  });

  it.each(['{"changelist":12}', ' {"a":"x&payload={change:1}"}', '[1]', '', 'hello', '=1'])(
    'leaves %j to the standard readers',
    (text) => {
      expect(readTriggerBody(text)).toBeNull();
    },
  );

  it.each(['payload={change:12', 'payload={change', 'payload={change:"12', 'payload={:}', 'payload={a:1 b:2'])(
    'finds no change in %s',
    (text) => {
      expect(readTriggerBody(text)).not.toHaveProperty('change');
    },
  );

  it('accepts any name as a key', () => {
    const fields = readTriggerBody('payload={__proto__:1,constructor:2,change:3}');
    expect(Object.entries(fields ?? {})).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
      ['change', 3],
    ]);
  });

  it.each(['{', '{a:', '{a:"', '{a:"\\', '{a:1,', ' ', '{ ', '&payload={', ':'])(
    'reads a megabyte of %j as text in linear time',
    (piece) => {
      const text = piece.repeat(1_000_000 / piece.length);
      const isForm = piece.includes('&');
      for (const payload of [text, `{${text}`])
        expect(readTriggerBody(`payload=${payload}`)).toEqual({ payload: isForm ? '{' : payload });
    },
  );
});
