import { expect, it } from '@jest/globals';
import { shareLookups } from './share-lookups.js';

/** Lookups that end when the test says so. */
function controlled() {
  const begun: { readonly key: string; end(result: string): void; fail(error: Error): void }[] = [];
  const share = shareLookups();
  const lookUp = (key: string) =>
    share(
      key,
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push({ key, end: resolve, fail: reject });
        }),
    );
  return { begun, lookUp };
}

it('callers that ask during a lookup share the next one, which begins when that one ends', async () => {
  const { begun, lookUp } = controlled();
  const first = lookUp('a');
  const later = [lookUp('a'), lookUp('a')];
  expect(begun).toHaveLength(1);
  begun[0]?.end('before');
  expect(await first).toBe('before');
  expect(begun).toHaveLength(2);
  const last = lookUp('a');
  begun[1]?.end('after');
  expect(await Promise.all(later)).toEqual(['after', 'after']);
  begun[2]?.end('at last');
  expect(await last).toBe('at last');
  void lookUp('a');
  expect(begun).toHaveLength(4);
});

it('a lookup of another key does not wait', () => {
  const { begun, lookUp } = controlled();
  void lookUp('a');
  void lookUp('b');
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b']);
});

it('a lookup that fails fails for all who wait, and the next caller begins again', async () => {
  const { begun, lookUp } = controlled();
  const waiting = [lookUp('a'), lookUp('a'), lookUp('a')];
  begun[0]?.fail(new Error('down'));
  const failed = await Promise.allSettled(waiting);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  const next = lookUp('a');
  begun[1]?.end('up');
  expect(await next).toBe('up');
});
