import { classNames } from '../../ui/class-names.js';
import { Field, inputClass, TextField } from '../../ui/field.js';

interface CredentialFieldProps {
  /** Whether it is the private key of a GitHub App, which has many lines. */
  readonly isApp: boolean;
  readonly isSet: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const STORED = 'Set; enter a new one to replace it';

/** The token or private key with which Slipway writes to GitHub. The stored one is never shown. */
export function CredentialField({ isApp, isSet, value, onChange }: CredentialFieldProps) {
  if (!isApp)
    return (
      <TextField
        label="Token"
        name="credential"
        type="password"
        autoComplete="off"
        placeholder={isSet ? STORED : ''}
        hint="Fine-grained: Commit statuses and Pull requests, read and write; Actions too, to run builds again. Classic: repo. Stored encrypted."
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <Field
      label="Private key"
      name="credential"
      hint="The contents of the .pem file. The App needs Commit statuses and Pull requests, read and write; Actions too, to run builds again. Stored encrypted."
    >
      {(ids) => (
        <textarea
          {...ids}
          name="credential"
          autoComplete="off"
          spellCheck={false}
          rows={4}
          placeholder={isSet ? STORED : '-----BEGIN RSA PRIVATE KEY-----'}
          className={classNames(inputClass, 'h-auto py-1.5 font-mono text-xs')}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
