/** A setting that a channel needs to reach its destination. */
export interface FormField {
  /** As requests call it. */
  readonly name: 'url' | 'token' | 'channel' | 'user_ids' | 'group_id' | 'reach';
  readonly label: string;
  readonly hint?: string;
  /** The answer to a request without it. */
  readonly missing: string;
  /** Whether it is a credential that a channel keeps unless another one is entered. */
  readonly isKept?: true;
}

/** How the console names a kind of channel and asks for its settings. Pages load it, so it contains only data. */
export interface DestinationForm {
  readonly label: string;
  /** How to get what the fields ask for. */
  readonly hint: string;
  readonly fields: readonly FormField[];
  /** Whether receivers verify messages with a secret that Slipway generates. */
  readonly isSigned?: true;
}

export const defineForm = (form: DestinationForm): DestinationForm => form;

export const urlField: FormField = {
  name: 'url',
  label: 'URL',
  hint: 'Stored encrypted and never shown again.',
  missing: 'Enter the URL.',
};
