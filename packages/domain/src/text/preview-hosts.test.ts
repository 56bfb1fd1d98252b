import { describe, expect, it } from '@jest/globals';
import { isPreviewAllowed, MAX_PREVIEW_URL, readPreviewUrl } from './preview-hosts.js';

describe('the address of a preview', () => {
  it.each([
    ['https://cdn.example.com/T_Crate.png', 'https://cdn.example.com/T_Crate.png'],
    ['HTTP://CDN.example.com:80/a b.png', 'http://cdn.example.com/a%20b.png'],
  ])('is a web address: %s', (text, url) => {
    expect(readPreviewUrl(text)).toBe(url);
  });

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//cdn.example.com/a.png',
    'https://user:secret@cdn.example.com/a.png',
    'crate.png',
    '',
    `https://cdn.example.com/${'a'.repeat(MAX_PREVIEW_URL)}`,
    `https://cdn.example.com/${'ü'.repeat(MAX_PREVIEW_URL / 2)}`,
  ])('is nothing else: %#', (text) => {
    expect(readPreviewUrl(text)).toBeNull();
  });
});

describe('the hosts of previews', () => {
  const HOSTS = ['cdn.example.com', '*.studio.example', 'art.example.com:8443', 'secure.example.com:443'];

  it.each([
    ['https://cdn.example.com/a.png', true],
    ['http://cdn.example.com/a.png', true],
    ['https://cdn.example.com:8443/a.png', false],
    ['https://evil.cdn.example.com/a.png', false],
    ['https://cdn.example.com.evil.example/a.png', false],
    ['https://a.studio.example/a.png', true],
    ['https://a.b.studio.example/a.png', true],
    ['https://studio.example/a.png', false],
    ['https://badstudio.example/a.png', false],
    ['https://art.example.com:8443/a.png', true],
    ['https://secure.example.com/a.png', true],
    ['http://secure.example.com/a.png', false],
    ['https://art.example.com/a.png', false],
    ['javascript://cdn.example.com/%0aalert(1)', false],
  ])('%s: %s', (url, isAllowed) => {
    expect(isPreviewAllowed(url, HOSTS)).toBe(isAllowed);
  });
});
