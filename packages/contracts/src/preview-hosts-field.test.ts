import { expect, it } from '@jest/globals';
import { previewHostsField } from './preview-hosts-field.js';

const { read } = previewHostsField();

it('takes host names, a port and a leading wildcard, each host once', () => {
  const hosts = ['cdn.example.com', ' *.Example.com ', 'cdn.example.com:8443', 'localhost', '10.0.0.4:9000'];
  expect(read([...hosts, 'CDN.example.com'])).toEqual({
    value: ['cdn.example.com', '*.example.com', 'cdn.example.com:8443', 'localhost', '10.0.0.4:9000'],
  });
});

it.each([
  'https://cdn.example.com',
  'cdn.example.com/previews',
  '*',
  '*.com',
  'a.*.com',
  'cdn.example.com; script-src *',
  "'unsafe-inline'",
  'cdn example.com',
  'cdn.example.com:0',
  'cdn.example.com:70000',
  '',
  7,
])('refuses what is not a host: %s', (host) => {
  expect(read(['cdn.example.com', host])).toHaveProperty('flaw');
});

it('refuses too many hosts', () => {
  expect(read(Array.from({ length: 21 }, (_, index) => `cdn${index}.example.com`))).toHaveProperty('flaw');
});
