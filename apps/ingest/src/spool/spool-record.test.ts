import { describe, expect, it } from '@jest/globals';
import { testDelivery } from '@slipway/testing';
import { decodeRecord, encodeRecord, recordLength, toRecord } from './spool-record.js';

const deliveries = ['{}', '{"text":"ümlaut 😀 \\n \u2028 \\"quoted\\""}', ''].map((body) =>
  testDelivery({ body }),
);

describe('a spool record', () => {
  it('decodes to the delivery it was encoded from, one record after another', () => {
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

  it('keeps its format, so that two releases can read each other’s segments', () => {
    const delivery = testDelivery({ id: 'a', key: 'b', receivedAt: 1, body: '{"status":"ok"}' });
    const record = encodeRecord(toRecord(delivery)).toString();
    expect(record).toBe(
      '181 9cb9349c8606300b 15\n{"id":"a","accountId":1,"projectId":1,"integrationId":1,"provider":"jenkins",' +
        '"path":"/webhooks/ci","event":"build_report","key":"b","keyWindowMs":null,"receivedAt":1}{"status":"ok"}\n',
    );
  });

  it('is not decoded if its body length differs from its header', () => {
    const record = encodeRecord(toRecord(testDelivery({ body: ' \n{}' }))).toString();
    for (const length of ['3', '5', '2', '0', '9999999999'])
      expect(decodeRecord(Buffer.from(record.replace(/^(\d+ \w+) 4\n/, `$1 ${length}\n`)), 0)).toBeNull();
  });

  it('is not decoded if it is truncated or altered', () => {
    const record = encodeRecord(toRecord(testDelivery()));
    expect(decodeRecord(record.subarray(0, -2), 0)).toBeNull();
    expect(decodeRecord(record.subarray(0, 10), 0)).toBeNull();
    const altered = Buffer.from(record);
    altered.write('?', record.length - 5);
    expect(decodeRecord(altered, 0)).toBeNull();
  });
});
