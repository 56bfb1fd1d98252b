export const MESSAGE_TONES = { bad: 'bad', good: 'ok', neutral: 'idle' } as const;
