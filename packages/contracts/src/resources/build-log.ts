import Type, { type Static } from 'typebox';

export const BuildLog = Type.Object(
  {
    total_lines: Type.Integer(),
    from_line: Type.Integer({ description: 'The number of the first line shown; lines count from 1.' }),
    lines: Type.Array(Type.String()),
    truncated: Type.Boolean({ description: 'Older output was dropped when the log was captured.' }),
  },
  { title: 'BuildLog' },
);
export type BuildLog = Static<typeof BuildLog>;
