import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { testDelivery } from '@slipway/testing';
import { decodeRecord, encodeRecord, recordLength } from './spool-record.js';

const deliveries = ['{}', '{"text":"ümlaut 😀 \\n \u2028 \\"quoted\\""}', ''].map((body) =>
  testDelivery({ body }),
);

describe('a record of the spool', () => {
  it('is read back as it was written, one after the other', () => {
    const bytes = Buffer.concat(deliveries.map(encodeRecord));
    let next = 0;
    for (const delivery of deliveries) {
      expect(recordLength(bytes.subarray(next))).toBe(encodeRecord(delivery).length);
      const read = decodeRecord(bytes, next);
      expect(read?.delivery).toEqual(delivery);
      next = read?.next ?? 0;
    }
    expect(decodeRecord(bytes, next)).toBeNull();
  });

  it('of an earlier release is read too', () => {
    const [delivery] = deliveries;
    const json = Buffer.from(JSON.stringify(delivery));
    const digest = createHash('sha256').update(json).digest('hex').slice(0, 16);
    const record = Buffer.concat([Buffer.from(`${json.length} ${digest}\n`), json, Buffer.from('\n')]);
    expect(decodeRecord(record, 0)).toEqual({ delivery, next: record.length });
  });

  it('that is cut off or changed is none', () => {
    const record = encodeRecord(testDelivery());
    expect(decodeRecord(record.subarray(0, -2), 0)).toBeNull();
    expect(decodeRecord(record.subarray(0, 10), 0)).toBeNull();
    const changed = Buffer.from(record);
    changed.write('?', record.length - 5);
    expect(decodeRecord(changed, 0)).toBeNull();
  });
});
