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

  /** On a machine whose disk is busy with other tests, neither Redis nor the spool may be quick enough. */
  async function sendUntilTaken(buildNumber: string): Promise<number | string> {
    for (;;) {
      const response = await send(buildNumber);
      const { error } = (await response.json()) as { error?: string };
      if (error !== 'queue_unavailable') return error ?? response.status;
      await delay(Number(response.headers.get('retry-after')) * 1_000);
    }
  }

  return {
    /** The numbers of the builds that were accepted. */
    accepted,
    /** Reports a build. Returns 200, or the error of the service or of the connection. */
    async report(): Promise<number | string> {
      sent += 1;
      const buildNumber = String(sent);
      try {
        const outcome = await sendUntilTaken(buildNumber);
        if (outcome === 200) accepted.add(buildNumber);
        return outcome;
      } catch (error) {
        return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? String(error);
      }
    },
  };
}
