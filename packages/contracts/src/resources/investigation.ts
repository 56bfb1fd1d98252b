import Type, { type Static } from 'typebox';
import { INVESTIGATION_STATUSES } from '../values.js';

export const InvestigationStep = Type.Object(
  {
    name: Type.String(),
    status: Type.String(),
    detail: Type.String(),
  },
  { title: 'InvestigationStep' },
);

export const EvidenceLine = Type.Object({ line: Type.Integer(), text: Type.String() }, { title: 'EvidenceLine' });

export const Investigation = Type.Object(
  {
    investigation_id: Type.String(),
    status: Type.Enum([...INVESTIGATION_STATUSES]),
    diagnosis: Type.Union([Type.String(), Type.Null()]),
    suggested_fix: Type.Union([Type.String(), Type.Null()]),
    attributed_user_id: Type.Union([Type.Integer(), Type.Null()]),
    steps: Type.Array(InvestigationStep),
    confidence: Type.Union([Type.Number(), Type.Null()]),
    category: Type.Union([Type.String(), Type.Null()]),
    evidence: Type.Array(EvidenceLine),
  },
  { title: 'Investigation' },
);
export type Investigation = Static<typeof Investigation>;
