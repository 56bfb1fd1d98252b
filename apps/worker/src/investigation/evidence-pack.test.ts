import { describe, expect, it } from '@jest/globals';
import type { Diagnosis } from '@slipway/diagnosis';
import { hidePeople } from '@slipway/domain';
import { hideSecrets, packEvidence } from './evidence-pack.js';

describe('an evidence pack', () => {
  it.each([
    ['a password', 'db password=hunter2hunter2 failed', 'hunter2'],
    ['a quoted secret', '"client_secret": "s3cr3t-value"', 's3cr3t'],
    ['a bearer token', 'Authorization: Bearer abc.def.ghi-jkl', 'abc.def'],
    ['a GitHub token', 'remote: ghp_0123456789abcdefABCDEF0123456789abcd', 'ghp_'],
    ['a key of a cloud', 'using AKIAIOSFODNN7EXAMPLE', 'AKIAIOS'],
    ['a login in an address', 'git clone https://bob:pw123@git.studio.test/x', 'pw123'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----MIIEabc', 'MIIE'],
    ['a hash that may be one', 'digest 0123456789abcdef0123456789abcdef', '0123456789abcdef'],
    ['a token of a registry', 'npm notice npm_abcdefghijklmnop0123', 'abcdefghijklmnop'],
    ['a signature in an address', 'GET https://x.studio.test/a?sig=Zm9vYmFy', 'Zm9v'],
    ['an address', 'mail bob@studio.test', '@studio'],
    ['the name before an address', 'mail bob.koch@studio.test', 'koch'],
    ['who started the build', 'Started by user Bob Koch', 'Koch'],
    ['an author', 'Author: Bob Koch', 'Koch'],
    ['a home folder', '/home/bob/ws/Crane.cpp', 'bob'],
    ['a Windows home folder', 'C:\\Users\\bob\\ws\\Crane.cpp', 'bob'],
  ])('contains no %s', (_name, text, hidden) => {
    expect(hideSecrets(text)).not.toContain(hidden);
  });

  it('contains the text that reveals the cause', () => {
    const line = "Source/Harbor/Crane.cpp(214): error C2065: 'LiftSpeed': undeclared identifier";
    expect(hideSecrets(line)).toBe(line);
  });

  it('contains no part of a credential or address where a line is cut', () => {
    for (let before = 280; before < 300; before += 1) {
      const text = `${'.'.repeat(before)} bob.koch@studio.test ghp_0123456789abcdefABCDEF0123456789abcd ${'.'.repeat(40)}`;
      const finding = { diagnosis: '', suggestedFix: '', evidence: [{ line: 1, text }] } as unknown as Diagnosis;
      const [line] = packEvidence(finding, hidePeople([])).lines;
      expect(line?.text).toHaveLength(300);
      expect(line?.text).not.toMatch(/bob|koch|@|gh|0123/);
    }
  });
});
