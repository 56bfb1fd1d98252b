import { Download as DownloadIcon } from 'lucide-react';
import { useChange } from '../data/call.js';
import { Button } from '../ui/button.js';
import { FormError } from '../ui/form.js';

interface DownloadProps {
  /** Browsers show no error for a refused download, so this asks first whether it is possible. */
  check(): Promise<unknown>;
  readonly href: string;
  readonly name?: string;
  readonly children: string;
}

export function Download({ check, href, name = '', children }: DownloadProps) {
  const downloading = useChange({
    send: check,
    after: () => Object.assign(document.createElement('a'), { href, download: name }).click(),
  });
  return (
    <>
      <FormError error={downloading.error} />
      <Button icon={DownloadIcon} change={downloading}>
        {children}
      </Button>
    </>
  );
}
