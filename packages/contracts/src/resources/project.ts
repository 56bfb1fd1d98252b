import Type, { type Static } from 'typebox';
import { DigitsId, Timestamp } from '../fields.js';

export const Project = Type.Object(
  { id: DigitsId, name: Type.String(), engine: Type.String(), created_at: Timestamp },
  { title: 'Project' },
);
export type Project = Static<typeof Project>;

export const ProjectList = Type.Object({ projects: Type.Array(Project) }, { title: 'ProjectList' });
export type ProjectList = Static<typeof ProjectList>;
