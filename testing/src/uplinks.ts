import { metyId } from '@varde/catalogue/message-types';
import type { DeviceReport, Sample } from '@varde/catalogue/report';
import { tranSource } from '@varde/catalogue/transaction-sources';
import type { Uplink } from '@varde/contract/events';

type MessageUplink = Extract<Uplink, { kind: 'message' }>;

/** A sample that is only a sign of life. */
export function sampleOf(given: Partial<Sample> = {}): Sample {
  return { metyId: metyId.heartbeat, events: [], at: null, historical: false, ...given };
}

/** An SOS press without a position. */
export function sosSample(given: Partial<Sample> = {}): Sample {
  const at = given.at ?? null;
  return sampleOf({ metyId: metyId.alarm, events: [{ metyId: metyId.alarm, code: 'sos', at }], ...given });
}

/** A message as the gateway publishes it; `retryKey` is null by default, so that each is new. */
export function messageUplink(
  identity: string,
  receivedAt: number,
  report: Sample[] | Partial<DeviceReport>,
  given: Partial<MessageUplink> = {},
): MessageUplink {
  const parts = Array.isArray(report) ? { samples: report } : report;
  return {
    kind: 'message',
    protocol: 'eview',
    gatewayId: 'test',
    connectionId: '1',
    remoteAddress: '192.0.2.7',
    receivedAt,
    tranSource: tranSource.tcp,
    identity,
    word: 'data',
    retryKey: null,
    timed: false,
    raw: new Uint8Array([0xab, 0x10]),
    report: { samples: [], confirmations: [], ...parts },
    ...given,
  };
}
