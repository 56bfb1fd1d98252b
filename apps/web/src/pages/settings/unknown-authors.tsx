import type { UnknownAuthor } from '@slipway/contracts';
import { useChange } from '../../data/change.js';
import { useAccount } from '../../data/session.js';
import { Select } from '../../ui/field.js';
import { Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { errorDetail } from '../../words/errors.js';
import { plural } from '../../words/format.js';
import { type Connections, connectionOf } from './connect-dialog.js';

/** Authors of recent changes who are not connected to a member, and a way to connect them. */
export function UnknownAuthors({ connections }: { readonly connections: Connections }) {
  const { unknown_authors: authors } = connections;
  if (authors.length === 0) return null;
  return (
    <Panel title="Unknown authors" aside={<span className="text-xs text-ink-faint">in recent changes</span>}>
      <ul aria-label="Unknown authors" className="divide-y divide-line">
        {authors.map((author) => (
          <AuthorRow key={`${author.provider} ${author.change_id}`} author={author} connections={connections} />
        ))}
      </ul>
    </Panel>
  );
}

interface AuthorRowProps {
  readonly author: UnknownAuthor;
  readonly connections: Connections;
}

function AuthorRow({ author, connections }: AuthorRowProps) {
  const { people, providers } = connections;
  const connection = useChange({ ...connectionOf(useAccount().id), refusal: errorDetail });
  const label = providers.find(({ id }) => id === author.provider)?.label ?? author.provider;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-48">
        <div className="font-medium">{author.author}</div>
        <div className="text-xs text-ink-soft">
          {label} · {plural(author.changes, 'change')} · last <Time at={author.last_seen_at} />
        </div>
      </div>
      <Select
        aria-label={`Who is ${author.author}?`}
        value=""
        disabled={connection.isPending}
        onChange={(event) =>
          connection.mutate({ user_id: Number(event.target.value), change_id: author.change_id })
        }
        options={[['', 'This is …'], ...people.map(({ user_id: id, name }) => [String(id), name] as const)]}
      />
    </li>
  );
}
