/** The exit codes of the process, as in `gh`. */
export const EXIT = { ok: 0, error: 1, cancelled: 2, auth: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
