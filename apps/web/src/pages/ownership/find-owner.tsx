import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { findOwner } from '../../data/api.js';
import { read } from '../../data/call.js';
import { SelectField, TextField } from '../../ui/field.js';
import { Panel } from '../../ui/panel.js';

const KINDS = [
  ['path', 'Path'],
  ['job', 'Job'],
  ['test', 'Test'],
  ['asset', 'Asset type'],
] as const;
type Kind = (typeof KINDS)[number][0];

/** Shows who owns a path, a job, a test or an asset type by the saved rules. */
export function FindOwner({ projectId }: { readonly projectId: number }) {
  const [kind, setKind] = useState<Kind>('path');
  const [typed, setTyped] = useState('');
  const name = useDeferredValue(typed.trim());
  const { data } = useQuery({
    ...read(['problem', projectId, 'ownership', kind, name], findOwner, {
      params: { project_id: projectId },
      query: { kind, name },
    }),
    enabled: name !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title="Who owns this?">
      <div className="flex flex-col gap-3 p-4">
        <div className="grid max-w-2xl gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <SelectField
            label="Kind"
            value={kind}
            options={KINDS}
            onChange={({ target }) => setKind(target.value as Kind)}
          />
          <TextField
            label="Name"
            value={typed}
            placeholder="Source/Rendering/Fog.cpp"
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        {name !== '' && data !== undefined && (
          <p role="status" className="text-sm">
            {data.rule === null
              ? 'No rule matches.'
              : `${data.owners.map(describeOwner).join(', ') || 'Nobody'}, by line ${data.rule.line}: ${data.rule.pattern}`}
          </p>
        )}
      </div>
    </Panel>
  );
}

const describeOwner = ({ name, on_call: onCall }: { readonly name: string; readonly on_call: string | null }) =>
  onCall === null ? name : `${name} (${onCall} is on call)`;
