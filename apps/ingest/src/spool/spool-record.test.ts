import { describe, expect, it } from '@jest/globals';
import { testDelivery } from '@slipway/testing';
import { decodeRecord, encodeRecord, recordLength, toRecord } from './spool-record.js';

const deliveries = ['{}', '{"text":"ümlaut 😀 \\n \u2028 \\"quoted\\""}', ''].map((body) =>
  testDelivery({ body }),
);

describe('a record of the spool', () => {
  it('is decoded to the delivery it was encoded from, one after the other', () => {
    const records = deliveries.map(toRecord);
    const bytes = Buffer.concat(records.map(encodeRecord));
    let next = 0;
    for (const [place, delivery] of deliveries.entries()) {
      expect(recordLength(bytes.subarray(next))).toBe(records[place]?.bytes);
      const read = decodeRecord(bytes, next);
      expect(read?.delivery).toEqual(delivery);
      next = read?.next ?? 0;
    }
    expect(decodeRecord(bytes, next)).toBeNull();
  });

  it('that is cut off or altered is not decoded', () => {
    const record = encodeRecord(toRecord(testDelivery()));
    expect(decodeRecord(record.subarray(0, -2), 0)).toBeNull();
    expect(decodeRecord(record.subarray(0, 10), 0)).toBeNull();
    const altered = Buffer.from(record);
    altered.write('?', record.length - 5);
    expect(decodeRecord(altered, 0)).toBeNull();
  });
});
