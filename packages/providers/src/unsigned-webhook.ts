/** A request as a tool sends it, without the token and signature. */
export interface UnsignedWebhook {
  /** Below /webhooks. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}
