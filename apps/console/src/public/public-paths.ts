/** The address of a project's status badge. */
export const badgePath = (token: string): string => `/badges/${token}.svg`;

/** The address of a project's Atom feed. */
export const feedPath = (token: string): string => `/feeds/${token}.atom`;
