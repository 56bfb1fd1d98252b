// Generated from the folder by `npm run generate`. Do not edit.

export const providers = [
] as const;
