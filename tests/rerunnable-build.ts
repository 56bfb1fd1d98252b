import type { Database } from '@slipway/db';
import { appSecretsOf, sealSecret } from '@slipway/domain';
import { type Factories, TEST_APP_SECRET, testJenkins } from '@slipway/testing';

const ACCESS = { username: 'slipway', apiToken: 'canary-api-token' };

const appSecrets = appSecretsOf({ APP_SECRET: TEST_APP_SECRET, APP_SECRET_ALSO_ACCEPTED: '' });

/** The setting with which a worker reaches the Jenkins server of `rerunnableBuilds`. */
export const LOCAL_JENKINS = { JENKINS_ALLOWED_NETWORKS: '127.0.0.0/8' };

interface Stored {
  readonly make: Factories;
  readonly database: Database;
}

/** Builds that a Jenkins server can run again. Await it at the top level of a test file. */
export async function rerunnableBuilds({ make, database }: Stored) {
  const jenkins = await testJenkins(ACCESS);
  let number = 100;
  /** Creates a failed build. Its integration has credentials unless `isConnected` is false. */
  async function build(project: { id: number; accountId: number }, { isConnected = true } = {}) {
    number += 1;
    const config = { server_url: jenkins.url, username: ACCESS.username };
    const { id: integrationId } = await make.integration(project, 'jenkins');
    await database.prisma.integration.update({ where: { id: integrationId }, data: { config } });
    if (isConnected) {
      const { ciphertext, fingerprint } = sealSecret(appSecrets, integrationId, ACCESS.apiToken);
      await database.prisma.integrationSecret.create({
        data: { integrationId, purpose: 'api', ciphertext, fingerprint },
      });
    }
    const fields = { integrationId, jobName: 'Harbor-Rerun', buildNumber: String(number), status: 'failed' };
    const { id } = await make.buildRun(project, fields);
    jenkins.build('Harbor-Rerun', number, { running: false });
    return { id: String(id), integrationId, number: String(number) };
  }
  /** How often Jenkins was asked to start a build. */
  const started = () => jenkins.requests.filter(({ method }) => method === 'POST').length;
  return { jenkins, build, started };
}
