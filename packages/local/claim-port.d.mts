/** Whether a server could listen on the port right now. */
export function isPortFree(port: number, host?: string): Promise<boolean>;

/**
 * Reserves the port for this process and resolves with the function that releases it; rejects with a one-line error if
 * another program uses it.
 */
export function claimPort(options: { port: number; host: string; dataDir: string }): Promise<() => void>;
