import { describe, expect, it } from '@jest/globals';
import {
  addressAt,
  buildSegments,
  isOn,
  type JenkinsServer,
  jobSegments,
  readServerUrl,
} from './jenkins-address.js';

const server = readServerUrl('https://ci.example.com/jenkins') as JenkinsServer;
const addressOf = (jobName: string, buildNumber: string) => {
  const segments = buildSegments(jobName, buildNumber);
  return segments === null ? null : addressAt(server, segments).href;
};

describe('a configured server', () => {
  it('is its address, down to its root', () => {
    expect(server.base.href).toBe('https://ci.example.com/jenkins/');
    expect((readServerUrl('http://ci.example.com:8080?a=1#b') as JenkinsServer).base.href).toBe(
      'http://ci.example.com:8080/',
    );
  });

  it.each([
    ['file:///etc/passwd', 'neither http nor https'],
    ['gopher://ci.example.com/', 'neither http nor https'],
    ['ci.example.com', 'not a web address'],
    ['', 'not a web address'],
    [7, 'not a web address'],
    ['https://dana:secret@ci.example.com/', 'credentials'],
  ])('is not %s', (text, reason) => {
    expect(readServerUrl(text)).toContain(reason);
  });
});

describe('the address of a build', () => {
  it.each([
    ['Harbor-Win64', '7', 'job/Harbor-Win64/7'],
    ['harbor/win 64/main', '7', 'job/harbor/job/win%2064/job/main/7'],
    ['feature%2Fcrane', '7', 'job/feature%252Fcrane/7'],
    ['matrix/label=linux', '7', 'job/matrix/label%3Dlinux/7'],
    ['what?now#here', '7', 'job/what%3Fnow%23here/7'],
    ['back\\slash', '7', 'job/back%5Cslash/7'],
    ['@evil.example.com', '7', 'job/%40evil.example.com/7'],
    ['%2e%2e', '7', 'job/%252e%252e/7'],
  ])('is made of its job and number: %s', (jobName, number, path) => {
    expect(addressOf(jobName, number)).toBe(`https://ci.example.com/jenkins/${path}`);
  });

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
  ])('is none for the job %j', (jobName) => {
    expect(jobSegments(jobName)).toBeNull();
  });

  it.each(['0', '-1', '1.5', 'commit-1', '1/../..', '', '99999999999', '7 '])(
    'is none for the number %j',
    (number) => {
      expect(addressOf('a', number)).toBeNull();
    },
  );
});

describe('an address that a server names', () => {
  it.each(['https://ci.example.com/jenkins/x', 'https://ci.example.com/jenkins/a/../b'])(
    'may be its own: %s',
    (url) => {
      expect(isOn(server, new URL(url))).toBe(true);
    },
  );

  it.each([
    'https://evil.example.com/jenkins/x',
    'http://ci.example.com/jenkins/x',
    'https://ci.example.com:8443/jenkins/x',
    'https://ci.example.com.evil.example.com/jenkins/x',
    'https://ci.example.com@evil.example.com/jenkins/x',
    'https://ci.example.com/jenkins/../admin',
    'https://ci.example.com/jenkins-other/',
  ])('may be another: %s', (url) => {
    expect(isOn(server, new URL(url))).toBe(false);
  });

  it('is never made from segments that lead out', () => {
    expect(() => addressAt(server, ['..', 'admin'])).toThrow('leads out');
  });
});
