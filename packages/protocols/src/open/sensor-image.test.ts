import { maxSensorImageBytes } from '@varde/catalogue/image-types';
import type { DeviceReport } from '@varde/catalogue/report';
import { images } from '@varde/catalogue/testing/images';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportFaults } from '../testing/report-faults.ts';
import { http, mqtt, topicOf, writeRequest } from './index.ts';
import { decodePublication, encodePublication } from './publication.ts';
import { maxContentLength } from './read-content.ts';

const sender = { identity: 'unit-1', token: 'secret' };
const reportOf = (content: object): DeviceReport => {
  const received = http.read({
    method: 'POST',
    url: '/v1/messages',
    body: JSON.stringify({ device: 'unit-1', ...content }),
  });
  if (received.type === 'malformed') throw new Error(received.reason);
  return received.report;
};
const reasonOf = (image: unknown) => {
  const report = reportOf({ image });
  expect(report.sensors).toBeUndefined();
  return report.samples[0]?.unknown?.image;
};

/** A PNG of one dot that claims these sides, and is as long as asked. */
function png({ width = 1, height = 1, bytes = 70 } = {}): string {
  const whole = Buffer.from(images['image/png'], 'base64');
  whole.writeUInt32BE(width, 16);
  whole.writeUInt32BE(height, 20);
  return Buffer.concat([whole.subarray(0, 33), Buffer.alloc(bytes - whole.length), whole.subarray(33)]).toString(
    'base64',
  );
}

/** A JPEG of one dot that claims these sides. */
function jpeg({ width = 1, height = 1 } = {}): string {
  const whole = Buffer.from(images['image/jpeg'], 'base64');
  const frame = whole.indexOf(Buffer.from([0xff, 0xc2]));
  whole.writeUInt16BE(height, frame + 5);
  whole.writeUInt16BE(width, frame + 7);
  return whole.toString('base64');
}

describe('the image of a sensor', () => {
  it.each([
    ['image/png', png()],
    ['image/jpeg', jpeg()],
    ['image/png', png({ width: 2048, height: 2048 })],
  ])('of type %s by its bytes arrives as it was sent, and is no message in the log', (mediaType, data) => {
    const report = reportOf({ image: { id: 4100030, data } });
    expect(report.sensors).toEqual({ image: { gatewayId: '4100030', mediaType, data } });
    expect(report.samples).toEqual([]);
    const again = http.read(writeRequest(report, sender));
    expect(again.type === 'message' && again.report).toEqual(report);
  });

  it('of the largest size fits into a message over HTTP and over MQTT', () => {
    const data = png({ bytes: maxSensorImageBytes });
    const report: DeviceReport = {
      ...{ samples: [], confirmations: [{ ref: '17', ok: true }] },
      sensors: { image: { gatewayId: '4'.repeat(40), mediaType: 'image/png', data } },
    };
    const { body } = writeRequest(report, sender);
    expect(body.length).toBeLessThan(maxContentLength);
    expect(http.read(writeRequest(report, sender))).toMatchObject({ report });
    const frame = encodePublication({ topic: topicOf('unit-1', 'report'), packet: 1, payload: Buffer.from(body) });
    expect(decodePublication(frame)?.payload.length).toBeLessThanOrEqual(mqtt.limits.maxFrameBytes);
    expect(mqtt.receive(null, frame, 0)).toMatchObject({ type: 'message', report });
  });

  it.each([
    ['is a text', 'picture', 'needs id and data'],
    ['names no sensor', { data: png() }, 'needs id and data'],
    ['has no data', { id: 1 }, 'needs id and data'],
    ['has data of another kind', { id: 1, data: [1, 2] }, 'needs id and data'],
    ['is too large', { id: 1, data: png({ bytes: maxSensorImageBytes + 1 }) }, 'longer than 45000 bytes'],
    ['is no base64', { id: 1, data: 'not base64!' }, 'no whole JPEG or PNG in base64'],
    ['is WebP', { id: 1, data: images['image/webp'] }, 'no whole JPEG or PNG in base64'],
    ['is HTML', { id: 1, data: btoa('<script>alert(1)</script>') }, 'no whole JPEG or PNG in base64'],
    ['is cut off', { id: 1, data: jpeg().slice(0, -8) }, 'no whole JPEG or PNG in base64'],
    ['claims a huge width', { id: 1, data: png({ width: 60_000 }) }, 'no sides of at most 2048 pixels'],
    ['claims a huge height', { id: 1, data: jpeg({ height: 60_000 }) }, 'no sides of at most 2048 pixels'],
    ['claims no size', { id: 1, data: png({ height: 0 }) }, 'no sides of at most 2048 pixels'],
  ])('that %s is discarded, and the log has the reason alone', (_, image, reason) => {
    expect(reasonOf(image)).toBe(reason);
  });

  it('that is unreadable takes nothing from the alarm beside it', () => {
    const report = reportOf({ image: { id: 1, data: '%' }, events: ['alarm'] });
    expect(report.samples.some(({ metyId }) => metyId === 1)).toBe(true);
  });

  it('never makes an impossible report, whatever its member holds', () => {
    const bytes = fc.uint8Array({ maxLength: 80 }).map((given) => Buffer.from(given).toString('base64'));
    const headed = fc
      .tuple(fc.constantFrom(png(), jpeg()), fc.nat(80), bytes)
      .map(([image, cut, rest]) => image.slice(0, cut * 4) + rest);
    const data = fc.oneof(bytes, headed, fc.jsonValue());
    const image = fc.oneof(fc.record({ id: fc.oneof(fc.string(), fc.nat()), data }), fc.jsonValue());
    fc.assert(
      fc.property(image, (given) => {
        expect(reportFaults(reportOf({ image: given }))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
