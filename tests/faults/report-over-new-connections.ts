import { setTimeout as delay } from 'node:timers/promises';

/** Reports builds of one job, each over a new connection, as senders do that do not keep theirs. */
export function reportOverNewConnections(port: number, token: string) {
  const accepted = new Set<string>();
  let sent = 0;

  const send = (buildNumber: string) =>
    fetch(`http://127.0.0.1:${port}/webhooks/ci`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-token': token, connection: 'close' },
      body: JSON.stringify({ job_name: 'Harbor', build_number: buildNumber, status: 'SUCCESS' }),
    });

  return {
    /** The numbers of the builds that were accepted. */
    accepted,
    /**
     * Reports a build, again when it is told to: on a machine whose disk is busy with other tests, neither Redis nor the
     * spool may be quick enough. Returns 200, or the error of the service or of the connection.
     */
    async report(): Promise<number | string> {
      sent += 1;
      const buildNumber = String(sent);
      try {
        for (;;) {
          const response = await send(buildNumber);
          const { error } = (await response.json()) as { error?: string };
          if (error !== 'queue_unavailable') {
            if (error === undefined) accepted.add(buildNumber);
            return error ?? response.status;
          }
          await delay(Number(response.headers.get('retry-after')) * 1_000);
        }
      } catch (error) {
        return ((error as Error).cause as NodeJS.ErrnoException).code ?? 'unknown';
      }
    },
  };
}
