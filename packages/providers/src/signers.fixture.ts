import type { Signer } from './signer.fixture.js';
import { signerRegistry } from './signer-registry.fixture.js';

/** How the tools sign, by provider. */
export const signers = signerRegistry;

export function signerOf(provider: string): Signer | undefined {
  return (signers as Readonly<Record<string, Signer>>)[provider];
}
