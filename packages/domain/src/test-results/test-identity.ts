import { hash } from 'node:crypto';

/** What identifies a test within its project. */
export interface TestIdentity {
  readonly suite: string;
  readonly path: string;
  readonly name: string;
}

export const TEST_DIGEST_BYTES = 16;

/** One character per byte: as buffers, the digests of a large report would take twenty times the memory. */
export function testDigest({ suite, path, name }: TestIdentity): string {
  return hash('sha256', JSON.stringify([suite, path, name]), 'binary').slice(0, TEST_DIGEST_BYTES);
}

/** Where tests run. A part that no report names is empty. */
export interface TestVariant {
  readonly platform: string;
  readonly configuration: string;
  readonly renderer: string;
  readonly device: string;
  readonly tags: Readonly<Record<string, string>>;
}

export const ANY_VARIANT: TestVariant = { platform: '', configuration: '', renderer: '', device: '', tags: {} };

/** Equal for equal variants, whatever the order of their tags. */
export function variantKey({ platform, configuration, renderer, device, tags }: TestVariant): Buffer {
  const sorted = Object.entries(tags).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([platform, configuration, renderer, device, sorted]);
  return hash('sha256', text, 'buffer').subarray(0, TEST_DIGEST_BYTES);
}
