import type { BuildReport, ChangeReport, DeploymentReport } from '@slipway/domain';

/** The time of the reports below. */
export const REPORTED_AT = Date.UTC(2026, 0, 1);

/** A commit in the repository studio/harbor. */
export function changeReport(fields: Partial<ChangeReport> = {}): ChangeReport {
  return {
    kind: 'change',
    repository: 'studio/harbor',
    identifier: 'c1',
    displayIdentifier: 'c1',
    sourceType: 'GitCommit',
    timestamp: REPORTED_AT,
    ...fields,
  };
}

/** A passed build 7 of the job win. */
export function buildReport(fields: Partial<BuildReport> = {}): BuildReport {
  return {
    kind: 'build_report',
    jobName: 'win',
    buildNumber: '7',
    attempt: 1,
    status: 'completed',
    originalStatus: null,
    reportedAt: REPORTED_AT,
    ...fields,
  };
}

/** A live deployment of build 7 to Steam. */
export function deploymentReport(fields: Partial<DeploymentReport> = {}): DeploymentReport {
  return {
    kind: 'deployment',
    platform: 'steam',
    buildNumber: '7',
    branch: '',
    externalId: '480',
    event: 'live',
    status: 'live',
    at: REPORTED_AT,
    ...fields,
  };
}
