/** The address of a project's status badge. */
export const badgePath = (token: string): string => `/badges/${token}.svg`;

/** The address of a user's Atom feed of a project. */
export const feedPath = (token: string): string => `/feeds/${token}.atom`;
