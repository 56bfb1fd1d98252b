import { systemClock } from '@slipway/domain';
import { type ProcessContext, SettingsError } from '@slipway/runtime';
import { type AddressRules, addressRules } from './address-rules.js';
import { createJenkinsPoller, type JenkinsPoller, type PollerDeps } from './jenkins-poller.js';

/** Makes the process's poller, which ends with it. */
export function startPolling(
  { settings, logger, onClose }: ProcessContext,
  { database, metrics }: Pick<PollerDeps, 'database' | 'metrics'>,
): JenkinsPoller {
  const poller = createJenkinsPoller({
    database,
    clock: systemClock,
    logger,
    metrics,
    baseUrl: settings.BASE_URL,
    appSecret: settings.APP_SECRET,
    retentionDays: settings.DELIVERY_RETENTION_DAYS,
    rules: readRules(settings.JENKINS_ALLOWED_NETWORKS),
  });
  onClose('jenkins polling', () => poller.close());
  return poller;
}

function readRules(allowedNetworks: string): AddressRules {
  try {
    return addressRules(allowedNetworks);
  } catch (error) {
    const problem = `JENKINS_ALLOWED_NETWORKS: "${allowedNetworks}" is not a list of CIDR blocks`;
    throw new SettingsError([problem], { cause: error });
  }
}
