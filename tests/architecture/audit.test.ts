import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { checkout, runNode } from './tool.js';

/** A registry that answers requests for advisories with the given status and body. */
function startRegistry(status: number, advisories: object): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(advisories));
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const advisoryOf = (severity: string) => ({
  express: [
    {
      id: 1,
      url: 'https://github.com/advisories/GHSA-0000-0000-0000',
      title: 'A request ends the process',
      severity,
      vulnerable_versions: '>=5.0.0',
      cwe: [],
      cvss: { score: 0, vectorString: '' },
    },
  ],
});

describe('npm run audit', () => {
  let registry: Server;
  afterEach(() => void registry.close());

  async function audit(status: number, advisories: object) {
    registry = await startRegistry(status, advisories);
    const { port } = registry.address() as AddressInfo;
    return runNode('infra/audit.mjs', [`--registry=http://127.0.0.1:${port}/`], checkout);
  }

  it('fails when a dependency has a high advisory, and names it', async () => {
    const { code, stdout } = await audit(200, advisoryOf('high'));
    expect(stdout).toMatch(/high: express \d+\.\d+\.\d+: A request ends the process \(https:\/\/github\.com\//);
    expect(code).toBe(1);
  });

  it('warns of a moderate advisory without failing', async () => {
    const { code, stdout } = await audit(200, advisoryOf('moderate'));
    expect(stdout).toContain('! moderate: express');
    expect(stdout).toMatch(/\d+ dependencies audited, 1 advisories, 0 high or critical/);
    expect(code).toBe(0);
  });

  it('says that nothing was audited when the registry offers no advisories', async () => {
    const { code, stdout } = await audit(405, {});
    expect(stdout).toContain("dependencies not audited: the registry's advisory endpoint responded with 405");
    expect(code).toBe(0);
  });
});
