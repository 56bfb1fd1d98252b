/** The exit codes of the process, as in `gh`. `misreported` is that of a strict report that was used incorrectly. */
export const EXIT = { ok: 0, error: 1, cancelled: 2, misreported: 2, auth: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
