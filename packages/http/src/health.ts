import { type RequestHandler, Router } from 'express';

/** What must work before a process takes traffic, by the name `/readyz` shows; a check throws when it does not. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<void>>>;

export interface HealthOptions {
  readonly checks: ReadinessChecks;
  /** Things an operator should mend although the process works. */
  readonly warnings?: () => Promise<readonly string[]>;
  readonly isDraining: () => boolean;
}

const CHECK_LIMIT_MS = 1_500;

/** `/healthz` is 200 while the process lives; `/readyz` names what is not ready. */
export function healthRoutes(options: HealthOptions): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', answerReadiness(options));
  return router;
}

function answerReadiness({ checks, warnings, isDraining }: HealthOptions): RequestHandler {
  return async (_request, response) => {
    response.set('Cache-Control', 'no-store');
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? null : name)),
    );
    const notReady = [...results.filter((name) => name !== null), ...(isDraining() ? ['draining'] : [])];
    if (notReady.length > 0) {
      response.status(503).json({ status: 'unavailable', not_ready: notReady });
      return;
    }
    response.json({ status: 'ready', warnings: (await warnings?.()) ?? [] });
  };
}

async function passes(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_LIMIT_MS);
  });
  const checked = check().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([checked, limit]);
  } finally {
    clearTimeout(timer);
  }
}
