import { classNames } from '../../ui/class-names.js';
import { plural } from '../../words/format.js';

interface JsonTreeProps {
  readonly value: unknown;
  readonly name?: string;
  readonly depth?: number;
}

/** Levels below this one are collapsed at first. */
const OPEN_DEPTH = 2;
/** Longer lists and objects are collapsed too. */
const OPEN_ENTRIES = 40;

export function JsonTree({ value, name, depth = 0 }: JsonTreeProps) {
  if (typeof value !== 'object' || value === null) return <Leaf name={name} value={value} />;
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  if (entries.length === 0) return <Leaf name={name} value={isList ? [] : {}} />;
  const size = isList ? plural(entries.length, 'item') : plural(entries.length, 'field');
  return (
    <details open={depth < OPEN_DEPTH && entries.length <= OPEN_ENTRIES}>
      <summary className="rounded-sm px-1 hover:bg-hover">
        {name !== undefined && <span className="text-accent-text">{name}</span>}{' '}
        <span className="text-ink-faint">{size}</span>
      </summary>
      <ul className="ml-2 border-l border-line pl-3">
        {entries.map(([key, item]) => (
          <li key={key}>
            <JsonTree name={key} value={item} depth={depth + 1} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Leaf({ name, value }: { readonly name: string | undefined; readonly value: unknown }) {
  return (
    <div className="px-1">
      {name !== undefined && <span className="text-accent-text">{name}: </span>}
      <span
        className={classNames(
          'whitespace-pre-wrap break-all',
          typeof value === 'string' ? 'text-ink' : 'text-warn',
        )}
      >
        {typeof value === 'string' ? value : JSON.stringify(value)}
      </span>
    </div>
  );
}
