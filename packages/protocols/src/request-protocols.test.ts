import { metyId } from '@varde/catalogue/message-types';
import { protocols } from '@varde/catalogue/protocols';
import type { Sample } from '@varde/catalogue/report';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protocolModules } from './index.ts';
import type { DeviceRequest } from './protocol.ts';
import { damaged } from './testing/byte-arbitraries.ts';
import { reportFaults } from './testing/report-faults.ts';

const at = Date.UTC(2026, 0, 15, 12);
const sender = { identity: 'device-1', token: 'a-token' };
const press: Sample = {
  metyId: metyId.alarm,
  events: [{ metyId: metyId.alarm, code: 'sos', at }],
  at,
  historical: false,
};

/** The promises of every protocol over HTTP. */
describe.each(protocols.filter((protocol) => protocol.transport === 'http'))('a request of $key', ({ key }) => {
  const protocol = protocolModules[key];
  const read = (request: DeviceRequest) => {
    const received = protocol.read(request);
    if (received.type === 'malformed') throw new Error(received.reason);
    return received;
  };

  it('with an SOS is read as one, with its sender and its time', () => {
    expect(read(protocol.write(press, sender))).toMatchObject({
      ...sender,
      report: { samples: [{ metyId: metyId.alarm, events: [{ metyId: metyId.alarm, at }], at }] },
    });
  });

  it('has the same retry key when it is repeated, and another one for a second press', () => {
    const [first, again] = [read(protocol.write(press, sender)), read(protocol.write(press, sender))];
    expect(first.retryKey).not.toBeNull();
    expect(again.retryKey).toBe(first.retryKey);
    const later = at + 1000;
    const second = { ...press, at: later, events: [{ metyId: metyId.alarm, code: 'sos', at: later }] };
    expect(read(protocol.write(second, sender)).retryKey).not.toBe(first.retryKey);
  });

  it('that is longer than any honest one is refused', () => {
    const body = 'x'.repeat(protocol.maxBodyLength + 1);
    const request = { ...protocol.write(press, sender), method: 'POST', body };
    expect(protocol.read(request)).toMatchObject({ type: 'malformed', status: 413 });
  });

  it('never gives impossible values and never throws, however damaged', () => {
    const parts = ['url', 'body', 'contentType', 'authorization'] as const;
    const honest = fc.constant(protocol.write(press, sender));
    const broken = fc.tuple(honest, fc.constantFrom(...parts)).chain(([request, part]) =>
      damaged(fc.constant(Buffer.from(request[part] ?? ''))).map((bytes) => ({
        ...request,
        [part]: Buffer.from(bytes).toString('utf8'),
      })),
    );
    const anything = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', ''),
      url: fc.string({ unit: 'binary' }),
      contentType: fc.constantFrom('application/json', 'text/plain', undefined),
      authorization: fc.option(fc.string(), { nil: undefined }),
      body: fc.oneof(fc.string({ unit: 'binary' }), fc.json()),
    });
    const check = (request: DeviceRequest) => {
      const received = protocol.read(request);
      expect(received.type === 'message' ? reportFaults(received.report) : []).toEqual([]);
    };
    fc.assert(fc.property(fc.oneof(broken, anything), check), { numRuns: 1000 });
  });
});
