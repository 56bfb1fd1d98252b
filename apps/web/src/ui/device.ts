/** Whether the device is a phone or a tablet. */
export function isPhone(userAgent: string): boolean {
  return /iPhone|Android|iPad/.test(userAgent);
}
