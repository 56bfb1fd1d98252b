import { describe, expect, it } from '@jest/globals';
import {
  buildSegments,
  isBelowBase,
  type JenkinsServer,
  jobSegments,
  parseServerUrl,
  urlOf,
} from './jenkins-url.js';

const server = parseServerUrl('https://ci.example.com/jenkins') as JenkinsServer;
const buildUrl = (jobName: string, buildNumber: string) => {
  const segments = buildSegments(jobName, buildNumber);
  return segments === null ? null : urlOf(server, segments).href;
};

describe('parseServerUrl', () => {
  it('returns the base URL without query and fragment', () => {
    expect(server.base.href).toBe('https://ci.example.com/jenkins/');
    expect((parseServerUrl('http://ci.example.com:8080?a=1#b') as JenkinsServer).base.href).toBe(
      'http://ci.example.com:8080/',
    );
  });

  it.each([
    ['file:///etc/passwd', 'neither http nor https'],
    ['gopher://ci.example.com/', 'neither http nor https'],
    ['ci.example.com', 'not a URL'],
    ['', 'not a URL'],
    [7, 'not a URL'],
    ['https://dana:secret@ci.example.com/', 'credentials'],
  ])('refuses %s: %s', (text, reason) => {
    expect(parseServerUrl(text)).toContain(reason);
  });
});

describe('buildSegments', () => {
  it.each([
    ['Harbor-Win64', '7', 'job/Harbor-Win64/7'],
    ['harbor/win 64/main', '7', 'job/harbor/job/win%2064/job/main/7'],
    ['feature%2Fcrane', '7', 'job/feature%252Fcrane/7'],
    ['matrix/label=linux', '7', 'job/matrix/label%3Dlinux/7'],
    ['what?now#here', '7', 'job/what%3Fnow%23here/7'],
    ['back\\slash', '7', 'job/back%5Cslash/7'],
    ['@evil.example.com', '7', 'job/%40evil.example.com/7'],
    ['%2e%2e', '7', 'job/%252e%252e/7'],
  ])('leads to the build of the job %s', (jobName, number, path) => {
    expect(buildUrl(jobName, number)).toBe(`https://ci.example.com/jenkins/${path}`);
  });

  it.each(['0', '-1', '1.5', 'commit-1', '1/../..', '', '99999999999', '7 '])(
    'refuses the build number %j',
    (number) => {
      expect(buildUrl('a', number)).toBeNull();
    },
  );
});

describe('jobSegments', () => {
  it.each([
    '..',
    '.',
    'a/../b',
    'a/..',
    '../../secret',
    ' .. /a',
    '',
    '/',
    'a//b',
    '/a',
    'a/',
    'a\r\nb',
    'a\u0000',
  ])('refuses the job name %j', (jobName) => {
    expect(jobSegments(jobName)).toBeNull();
  });
});

describe('isBelowBase', () => {
  it.each(['https://ci.example.com/jenkins/x', 'https://ci.example.com/jenkins/a/../b'])('accepts %s', (url) => {
    expect(isBelowBase(server, new URL(url))).toBe(true);
  });

  it.each([
    'https://evil.example.com/jenkins/x',
    'http://ci.example.com/jenkins/x',
    'https://ci.example.com:8443/jenkins/x',
    'https://ci.example.com.evil.example.com/jenkins/x',
    'https://ci.example.com@evil.example.com/jenkins/x',
    'https://ci.example.com/jenkins/../admin',
    'https://ci.example.com/jenkins-other/',
  ])('refuses %s', (url) => {
    expect(isBelowBase(server, new URL(url))).toBe(false);
  });
});

describe('urlOf', () => {
  it('throws on segments that lead out of the base', () => {
    expect(() => urlOf(server, ['..', 'admin'])).toThrow('points outside');
  });
});
