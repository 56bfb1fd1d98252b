import type { TestFailureDetail } from '@slipway/contracts';
import { CopyableId } from '../../ui/copy.js';

type Failure = Pick<TestFailureDetail, 'message' | 'details' | 'output' | 'file' | 'line'>;

/** What a failed attempt reported: where, what, and the rest on demand. */
export function TestFailureText({ failure }: { readonly failure: Failure }) {
  const { message, details, output, file, line } = failure;
  const place = line === null ? file : `${file}:${line}`;
  return (
    <div className="flex w-full min-w-0 flex-col items-start gap-2 text-sm">
      {file && place && <CopyableId value={place} />}
      <Quoted text={message || 'The report has no message for this failure.'} />
      {details !== '' && details !== message && (
        <Folded label="Details">
          <Quoted text={details} />
        </Folded>
      )}
      {output !== '' && (
        <Folded label="Output">
          <Quoted text={output} />
        </Folded>
      )}
    </div>
  );
}

function Folded({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <details className="w-full min-w-0">
      <summary className="mb-1 w-fit text-xs text-ink-soft hover:text-ink">{label}</summary>
      {children}
    </details>
  );
}

function Quoted({ text }: { readonly text: string }) {
  return (
    <pre className="max-h-80 w-full overflow-y-auto whitespace-pre-wrap rounded-md border border-line bg-sunken p-3 font-mono text-xs leading-5 [overflow-wrap:anywhere]">
      {text}
    </pre>
  );
}
