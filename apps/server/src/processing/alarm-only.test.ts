import { metyId } from '@varde/catalogue/message-types';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { expect, test } from 'vitest';
import { alarmOnly } from './alarm-only.ts';

const at = Date.UTC(2026, 0, 15);
const position = { lat: 62, lng: 6, source: 'gps' as const };
const fall = { metyId: metyId.manDown, code: 'fall', at };
const powerFailure = { metyId: metyId.powerFailure, code: 'off', at };

test('keeps the alarms with their times, frame and assignment, and drops the measurements', () => {
  const samples = [
    sampleOf({ position, at }),
    sosSample({ position, battery: { level: 5 }, at, historical: true }),
    sampleOf({ metyId: metyId.powerFailure, events: [powerFailure, fall], at }),
  ];
  const uplink = messageUplink('1', at, { samples, confirmations: [{ ref: 'r', ok: true }], firmware: 2 });
  expect(alarmOnly(uplink)).toEqual({
    ...uplink,
    report: {
      samples: [
        { metyId: metyId.alarm, events: [{ metyId: metyId.alarm, code: 'sos', at }], at, historical: true },
        { metyId: metyId.manDown, events: [fall], at, historical: false },
      ],
      confirmations: [],
    },
  });
});

test('returns null for a message without an alarm, and for input that is not a message', () => {
  expect(alarmOnly(messageUplink('1', at, [sampleOf({ events: [powerFailure] })]))).toBeNull();
  expect(alarmOnly(messageUplink('1', at, []))).toBeNull();
  const { report: _report, ...origin } = messageUplink('1', at, [sosSample()]);
  expect(alarmOnly({ ...origin, kind: 'disconnected' })).toBeNull();
});
