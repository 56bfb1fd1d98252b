import { describe, expect, it } from '@jest/globals';
import { loggablePath, pathOf, queryOf } from './query-string.js';

const token = 'aB3'.repeat(22).slice(0, 64);

describe('a request target', () => {
  it.each([
    ['/webhooks/ci?token=x', '/webhooks/ci'],
    ['http://hooks.example.com/webhooks/ci?token=x', '/webhooks/ci'],
    ['HTTPS://hooks.example.com:8443/webhooks/ci', '/webhooks/ci'],
    ['http://hooks.example.com', '/'],
    ['http://hooks.example.com?a=/b', '/'],
    ['//webhooks/ci', '//webhooks/ci'],
    ['*', '*'],
    ['', '/'],
  ])('%s has the path %s', (target, path) => {
    expect(pathOf(target)).toBe(path);
  });

  it('in absolute form keeps its query string', () => {
    expect(queryOf('http://hooks.example.com/webhooks/ci?token=x')).toBe('token=x');
  });

  it.each([`/webhooks/github%3ftoken=${token}`, `/webhooks/github/${token}/x`, `/webhooks/${token}${token}`])(
    'is logged without a token: %s',
    (target) => {
      expect(loggablePath(target)).toMatch(/^\/webhooks\//);
      expect(loggablePath(target)).not.toContain(token);
    },
  );
});
