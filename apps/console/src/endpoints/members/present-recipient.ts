/** An address as others than its owner see it: enough to recognise it. */
export function presentRecipient(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${[...local].slice(0, 2).join('')}… at ${domain}`;
}
