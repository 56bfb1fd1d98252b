/** A request as a tool sends it, without the token and signature. */
export interface UnsignedWebhook {
  /** Below /webhooks. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request that tests an integration. If the tool has an event without effect, such as a ping, it is that event. */
export interface TestEvent extends Required<UnsignedWebhook> {
  /** What the event leaves behind, for the person who sends it; empty if nothing. */
  readonly effect: string;
}

/** The values in which one test event differs from the next, so that none is a duplicate. */
export interface Occasion {
  /** Epoch milliseconds. */
  readonly now: number;
  /** A UUID. */
  readonly id: string;
  readonly isSigned: boolean;
}

/** Makes a test event; by default it goes to the provider's first endpoint and leaves nothing behind. */
export type MakeTestEvent = (occasion: Occasion) => Pick<TestEvent, 'body'> & Partial<TestEvent>;

/** The job of builds that only test a connection. */
export const TEST_JOB = 'slipway-test';
export const timeOf = ({ now }: Occasion) => new Date(now).toISOString();
export const numberOf = ({ now }: Occasion) => `test-${Math.floor(now / 1000)}`;
