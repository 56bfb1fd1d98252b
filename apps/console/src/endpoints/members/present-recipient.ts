/** Whom an invitation went to. An address belongs to its owner, so that others see only enough to recognise it. */
export function presentRecipient(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${[...local].slice(0, 2).join('')}… at ${domain}`;
}
