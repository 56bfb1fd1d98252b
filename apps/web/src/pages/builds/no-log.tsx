import type { ConsoleBuildDetail } from '@slipway/contracts';
import { logStepOf, providerTitle } from '@slipway/providers/setups';
import { Link } from '@tanstack/react-router';
import { toIntegration } from '../../routing/records.js';

interface NoLogProps {
  readonly build: ConsoleBuildDetail;
  readonly projectId: number;
}

/** Which set-up step would send the log that a build lacks. */
export function LogSetup({ build: { integration }, projectId }: NoLogProps) {
  const step = integration && logStepOf(integration.provider);
  if (integration === null || step === undefined)
    return <>Send the log with the report, as log, logs_tail or console.</>;
  return (
    <>
      To send logs, follow the step{' '}
      <Link {...toIntegration(projectId, integration.id)} className="text-accent-text underline">
        {step}
      </Link>{' '}
      of {providerTitle(integration.provider)}.
    </>
  );
}
