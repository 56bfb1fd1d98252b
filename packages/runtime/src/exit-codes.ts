/** Tells a supervisor that another start would fail the same way. */
export const EXIT_CONFIG = 78;
