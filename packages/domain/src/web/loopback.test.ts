import { expect, it } from '@jest/globals';
import { isLoopbackHost } from './loopback.js';

it.each([
  'localhost',
  'localhost:8080',
  'LocalHost',
  'a.localhost:1',
  '127.0.0.1',
  '127.9.9.9:80',
  '[::1]',
  '[::1]:80',
])('the Host header %s names this machine', (header) => {
  expect(isLoopbackHost(header)).toBe(true);
});

it.each([
  undefined,
  '',
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'localhost@evil.example',
  'evil.example/localhost',
  '10.0.0.1',
  '0.0.0.0',
  '[2001:db8::1]',
  'localhost:port',
])('the Host header %j does not', (header) => {
  expect(isLoopbackHost(header)).toBe(false);
});
