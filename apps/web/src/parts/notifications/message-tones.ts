/** The tones of messages as the dots of the console show them. */
export const MESSAGE_TONES = { bad: 'bad', good: 'ok', neutral: 'idle' } as const;
