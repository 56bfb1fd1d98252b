/** Shortens an address for people other than its owner, who can still recognize it. */
export function presentRecipient(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${[...local].slice(0, 2).join('')}… at ${domain}`;
}
