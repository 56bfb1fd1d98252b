import type { ServerResponse } from 'node:http';
import { afterEach } from '@jest/globals';
import { addressRules } from '@slipway/runtime';
import { testJenkins } from '@slipway/testing';
import { JenkinsError } from './jenkins-error.js';
import { connectJenkins, type JenkinsAccess, type JenkinsHttp } from './jenkins-http.js';
import { type JenkinsServer, parseServerUrl } from './jenkins-url.js';

/** A test server and connections to it, which are closed after each test. Await it at the top level of a test file. */
export async function jenkinsAccess() {
  const credentials = { username: 'slipway', apiToken: 'canary-token' };
  const jenkins = await testJenkins(credentials);
  const connections: JenkinsHttp[] = [];

  afterEach(async () => {
    jenkins.intercept(null);
    for (const http of connections.splice(0)) await http.close();
  });

  return {
    jenkins,
    connect(access: Partial<JenkinsAccess> = {}, url = jenkins.url): JenkinsHttp {
      const server = parseServerUrl(url) as JenkinsServer;
      const rules = addressRules('127.0.0.0/8');
      const http = connectJenkins({ server, credentials, rules, signal: new AbortController().signal, ...access });
      connections.push(http);
      return http;
    },
    /** Replaces the server's response to every request. */
    respond(write: (response: ServerResponse) => unknown): void {
      jenkins.intercept((_request, response) => {
        write(response);
        return true;
      });
    },
  };
}

/** The JenkinsError that a request rejects with. */
export async function errorOf(request: Promise<unknown>): Promise<JenkinsError> {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof JenkinsError) return error;
  throw new Error(`no JenkinsError: ${String(error)}`);
}
