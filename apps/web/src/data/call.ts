import { type CallArguments, SlipwayError } from '@slipway/client';
import type { EndpointContract, ResponseOf } from '@slipway/contracts';
import { client } from './client.js';
import { askForConfirmation } from './confirmation.js';

/** What a request is built from. The rest of the contract is only a type, so pages load no schema. */
export type Endpoint<C extends EndpointContract> = {
  readonly method: C['method'];
  readonly path: C['path'];
  /** Carries the type of the contract; never set. */
  readonly contract?: C;
} & (C['body'] extends { readonly wrapper: infer Wrapper extends string }
  ? { readonly body: { readonly wrapper: Wrapper } }
  : { readonly body?: undefined });

/**
 * Calls an endpoint. Parameters, body and response are typed by its contract. If the service wants the user to prove
 * again who they are, a dialog asks them, and then the call is repeated.
 */
export async function call<C extends EndpointContract>(
  endpoint: Endpoint<C>,
  ...options: CallArguments<C>
): Promise<ResponseOf<C>> {
  const send = () => client.call(endpoint as unknown as C, ...options);
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof SlipwayError) || error.code !== 'confirmation_required') throw error;
    if (!(await askForConfirmation())) throw error;
    return await send();
  }
}
