import type { DeviceCommand } from '@varde/catalogue/report';
import { describe, expect, it } from 'vitest';
import { toHex } from '../hex.ts';
import { receiveUntouched } from '../testing/receiving.ts';
import { ackWanted, decodeFrame } from './frame.ts';
import { eview } from './index.ts';
import type { ConfigurationItem } from './messages/configuration-items.ts';
import type { DataItem } from './messages/data-items.ts';
import { buildFrame, type EviewMessage } from './messages/message.ts';
import { type EviewState, initialState, receive, send as sendAt } from './session.ts';

const now = Date.UTC(2026, 0, 15, 12);
const id = '867730053403279';
const other = '862311065495895';
const named = (...items: DataItem[]): EviewMessage => ({
  command: 'data',
  items: [{ type: 'deviceId', id }, ...items],
});
const status: DataItem = { type: 'status', time: now / 1000, bits: 0 };

const send = (state: EviewState, command: DeviceCommand) => sendAt(state, command, now);

function hear(state: EviewState, message: EviewMessage, sequence = 1, wantsAck = true, at = now) {
  const result = receiveUntouched(eview, state, buildFrame(message, sequence, wantsAck), at);
  if (result.type !== 'message') throw new Error(result.reason);
  return result;
}

describe('the device of a connection', () => {
  it('is the one that identified itself last', () => {
    const first = hear(initialState, named());
    expect(first.identity).toBe(id);
    const anonymous: EviewMessage = { command: 'data', items: [status] };
    expect(hear(first.state, anonymous).identity).toBe(id);
  });

  it('is the one that the frame itself names, not the one before it', () => {
    const { state } = hear(initialState, named());
    const second = hear(state, { command: 'services', items: [{ type: 'deviceId', id: other }] });
    expect([second.identity, second.state.identity]).toEqual([other, other]);
  });

  it('is read from a settings report too, but not from an empty IMEI', () => {
    const report = (text: string): EviewMessage => ({
      command: 'configuration',
      items: [{ type: 'imei', text }],
    });
    expect(hear(initialState, report(other)).identity).toBe(other);
    const nobody = receive(initialState, buildFrame(report(''), 1, true), now);
    expect(nobody).toMatchObject({ type: 'malformed', reason: 'noIdentity' });
  });

  it('stays known when bytes are not a frame', () => {
    const { state } = hear(initialState, named());
    expect(receive(state, Uint8Array.of(1, 2, 3), now)).toEqual({
      type: 'malformed',
      state,
      identity: id,
      reason: 'frame',
    });
  });
});

describe('an answer', () => {
  it('is an acknowledgement with the same sequence, only when it is wanted', () => {
    expect(hear(initialState, named(status), 710).replies.map((r) => toHex(r))).toEqual(['ab00030008c7c6027f0100']);
    expect(hear(initialState, named(status), 710, false).replies).toEqual([]);
  });

  it('is never sent to an answer', () => {
    const { state } = hear(initialState, named());
    expect(hear(state, { command: 'response', code: 0 }).replies).toEqual([]);
  });

  it('gives time and location aid together in one frame, even when no acknowledgement is wanted', () => {
    const items: DataItem[] = [{ type: 'deviceId', id }, { type: 'clock' }, { type: 'locationAid' }];
    const { replies } = hear(initialState, { command: 'services', items }, 5, false);
    expect(replies.map((reply) => toHex(reply).slice(16))).toEqual(['030512c0d668690a11000000000000000000']);
  });
});

describe('a frame full of requests', () => {
  it('gets the requested answers, and nothing else', () => {
    const asked = (type: 'clock' | 'locationAid') =>
      hear({ ...initialState, identity: id }, { command: 'services', items: [{ type }] }, 3).replies;
    const time = { type: 'clock', time: now / 1000 } as const;
    expect(asked('clock')).toEqual([buildFrame({ command: 'services', items: [time] }, 3)]);
    const aid = { type: 'locationAid', lat: 0, lng: 0, reserved: 0 } as const;
    expect(asked('locationAid')).toEqual([buildFrame({ command: 'services', items: [aid] }, 3)]);
  });

  it('is answered once for each kind of request', () => {
    const asked = Array.from({ length: 16_000 }, (): DataItem => ({ type: 'clock' }));
    const items: DataItem[] = [{ type: 'deviceId', id }, ...asked, { type: 'locationAid' }];
    const { replies } = hear(initialState, { command: 'services', items }, 5);
    expect(replies.map((reply) => toHex(reply).slice(16))).toEqual(['030512c0d668690a11000000000000000000']);
  });
});

describe('the retry key', () => {
  const press = (bits: number) => named(status, { type: 'alarm', bits });

  it('is made of sequence and content', () => {
    const key = hear(initialState, press(0x1000), 8).retryKey;
    expect(hear(initialState, press(0x1000), 8).retryKey).toBe(key);
    expect(hear(initialState, press(0x1000), 9).retryKey).not.toBe(key);
    expect(hear(initialState, press(0x2000), 8).retryKey).not.toBe(key);
  });

  it('never expires when the device, with its clock set, gives the time of the event', () => {
    expect(hear(initialState, press(0x1000)).timed).toBe(true);
    expect(hear(initialState, named({ type: 'alarm', bits: 4, time: now / 1000 })).timed).toBe(true);
    expect(hear(initialState, named({ type: 'status', time: 1_262_304_061, bits: 0 })).timed).toBe(false);
    expect(hear(initialState, named({ type: 'alarm', bits: 4 })).timed).toBe(false);
  });

  it('never expires when only the alarm has a time, beside a record of a clock that is not set', () => {
    const unset = { type: 'status', time: 1_262_304_061, bits: 0 } as const;
    const { report, timed } = hear(initialState, named(unset, { type: 'alarm', bits: 4, time: now / 1000 }));
    expect(report.samples).toMatchObject([{ at: null, events: [{ code: 'fall', at: now }] }]);
    expect(timed).toBe(true);
  });

  it('exists for reports of a device, also when it wants no acknowledgement', () => {
    expect(hear(initialState, press(0x1000), 8, false)).toMatchObject({
      word: 'data',
      retryKey: hear(initialState, press(0x1000), 8).retryKey,
      replies: [],
    });
  });

  it('never expires also when only one of several records has a time: a late repeat is no new alarm', () => {
    const unset = { type: 'status', time: 1_262_304_061, bits: 0 } as const;
    const press = { type: 'alarm', bits: 0x1000 } as const;
    for (const records of [
      [status, unset, press],
      [unset, press, status],
    ]) {
      const { report, timed } = hear(initialState, named(...records));
      expect(report.samples.map(({ at }) => at === null).sort()).toEqual([false, true]);
      expect(timed).toBe(true);
    }
  });

  it('does not exist for answers, and for reports that are not repeated', () => {
    const { state } = hear(initialState, named());
    const report: EviewMessage = { command: 'configuration', items: [] };
    expect(hear(state, { command: 'response', code: 0 }).retryKey).toBeNull();
    expect(hear(state, report, 1, false).retryKey).toBeNull();
    expect(hear(state, report, 1, true).retryKey).not.toBeNull();
  });
});

describe('a command to a device', () => {
  it('reads all settings with a rising sequence that wraps before it reaches zero', () => {
    const first = send(initialState, { kind: 'readSettings' });
    if (first.type !== 'sent') throw new Error(first.reason);
    expect([toHex(first.bytes), first.ref]).toEqual(['ab1003004eb201000201f0', '1']);
    expect(send(first.state, { kind: 'readSettings' })).toMatchObject({ ref: '2' });
    expect(send({ ...initialState, sequence: 0xffff }, { kind: 'readSettings' })).toMatchObject({ ref: '1' });
  });

  it('is confirmed by the answer with the same sequence', () => {
    const sent = send({ ...initialState, identity: id }, { kind: 'readSettings' });
    if (sent.type !== 'sent') throw new Error(sent.reason);
    const { report } = hear(sent.state, { command: 'response', code: 0 }, Number(sent.ref), false);
    expect(report.confirmations).toEqual([{ ref: sent.ref, ok: true }]);
    const empty = hear(sent.state, { command: 'response', code: null }, Number(sent.ref), false);
    expect(empty.report.confirmations).toEqual([{ ref: sent.ref, ok: false, detail: 'empty answer' }]);
  });

  it('[D4.060] tracks by the upload interval, and leaves the rest of the item unchanged', () => {
    const intervals = { type: 'intervals' as const, heartbeat: 2 ** 31 + 600, upload: 900, lazyUpload: 1800 };
    const { state } = hear({ ...initialState, identity: id }, { command: 'configuration', items: [intervals] });
    const values = { trackingInterval: 60 };
    const tracked = send(state, { kind: 'startTracking', minutes: 30, values });
    expect(tracked).toMatchObject({ type: 'sent', ref: '1' });
    expect(tracked).toMatchObject(send(state, { kind: 'writeSettings', values }));
    expect(tracked.type === 'sent' && tracked.state.settings).toEqual([{ ...intervals, upload: 60 }]);
    const stopped = send(state, { kind: 'stopTracking', values: { trackingInterval: 300 } });
    expect(stopped.type === 'sent' && stopped.state.settings).toEqual([{ ...intervals, upload: 300 }]);
  });

  it('tracks a device that has not reported its intervals once it has, and changes no other one', () => {
    const values = { trackingInterval: 60 };
    const asked = send({ ...initialState, identity: id }, { kind: 'startTracking', minutes: 30, values });
    if (asked.type !== 'sent') throw new Error(asked.reason);
    expect([toHex(asked.bytes).slice(16), asked.ref]).toEqual(['0201f0', '2']);
    const intervals = { type: 'intervals' as const, heartbeat: 2 ** 31 + 3600, upload: 900, lazyUpload: 1800 };
    const { replies, state } = hear(asked.state, { command: 'configuration', items: [intervals] }, 1, false);
    const [write] = eview.createFramer().push(replies[0] ?? Uint8Array.of());
    expect(toHex(write?.bytes ?? Uint8Array.of()).slice(16)).toBe('020d44100e00803c00000008070000');
    expect(state.settings).toEqual([{ ...intervals, upload: 60 }]);
    const reported = (upload: number) =>
      hear(asked.state, { command: 'configuration', items: [{ ...intervals, upload }] }, 1, false).report.settings;
    expect(reported(900)).toEqual({ heartbeatInterval: 60, trackingInterval: 900 });
    expect(reported(60), 'the interval of an earlier try is no setting').toEqual({ heartbeatInterval: 60 });
  });

  describe('that needs an item which the device has left out of all that it reports', () => {
    const intervals = { type: 'intervals' as const, heartbeat: 2 ** 31 + 3600, upload: 900, lazyUpload: 1800 };
    const imei = { type: 'imei' as const, text: id };
    const ofDevice = (...items: ConfigurationItem[]): EviewMessage => ({ command: 'configuration', items });
    const refusal = { ref: '2', ok: false, detail: 'notReported' };
    /** The device was asked for all items, and the answer lacks those of the command. */
    function leftOut(command: DeviceCommand, at = now) {
      const asked = sendAt({ ...initialState, identity: id }, command, at);
      if (asked.type !== 'sent') throw new Error(asked.reason);
      return hear(asked.state, ofDevice(imei), 1, false, at + 29_000);
    }
    const track = { kind: 'startTracking', minutes: 30, values: { trackingInterval: 60 } } as const;

    it.each([
      [track, '0202f044'],
      [{ kind: 'writeSettings', values: { silentAlarm: true } } as const, '0204f00f2019'],
    ])('asks for it by name, and refuses nothing yet', (command, body) => {
      const { replies, report } = leftOut(command);
      expect(replies.map((bytes) => toHex(bytes).slice(16))).toEqual([body]);
      expect(decodeFrame(replies[0] ?? Uint8Array.of())?.sequence).toBe(3);
      expect(report.confirmations).toEqual([]);
    });

    it('tracks when it comes then, under the number that the command has had since', () => {
      const { state } = leftOut(track);
      const { replies, report } = hear(state, ofDevice(intervals), 3, false, now + 58_000);
      const [write] = eview.createFramer().push(replies[0] ?? Uint8Array.of());
      expect(toHex(write?.bytes ?? Uint8Array.of()).slice(16)).toBe('020d44100e00803c00000008070000');
      expect([decodeFrame(write?.bytes ?? Uint8Array.of())?.sequence, report.confirmations]).toEqual([2, []]);
    });

    it.each([
      ['everything without it once more', ofDevice(imei), 9],
      ['nothing', ofDevice(), 3],
      ['no', { command: 'response', code: 1 } as const, 3],
    ])('is refused when the device then answers %s', (_, answer, sequence) => {
      const { state } = leftOut(track);
      const part = hear(state, ofDevice({ type: 'timeZone', value: 4 }), 8, false, now + 30_000);
      expect([part.replies, part.report.confirmations], 'another answer').toEqual([[], []]);
      const heard = hear(part.state, answer, sequence, false, now + 31_000);
      expect(heard.report.confirmations.at(-1)).toEqual(refusal);
      expect([heard.replies, heard.state.waiting]).toEqual([[], null]);
    });

    it('is over when the device does not answer that in time', () => {
      const { state } = leftOut(track);
      const late = hear(state, ofDevice(intervals), 3, false, now + 59_001);
      expect([late.replies, late.report.confirmations, late.state.waiting]).toEqual([[], [], null]);
    });
  });

  it('[D5.042] lets a device at rest report no more often than every 5 minutes while it is tracked', () => {
    const atRest = (lazyUpload: number) => {
      const intervals = { type: 'intervals' as const, heartbeat: 2 ** 31 + 600, upload: 900, lazyUpload };
      const { state } = hear({ ...initialState, identity: id }, { command: 'configuration', items: [intervals] });
      const tracked = send(state, { kind: 'startTracking', minutes: 30, values: { trackingInterval: 60 } });
      return tracked.type === 'sent' && tracked.state.settings;
    };
    expect([0, 60, 299, 300, 301, 3600].map(atRest)).toMatchObject(
      [300, 300, 300, 300, 301, 3600].map((lazyUpload) => [{ upload: 60, lazyUpload }]),
    );
  });

  it('has a device report nothing by itself, at rest or not, and again from every 5 minutes at rest on', () => {
    const after = (lazyUpload: number, trackingInterval: number) => {
      const intervals = { type: 'intervals' as const, heartbeat: 2 ** 31 + 600, upload: 900, lazyUpload };
      const { state } = hear({ ...initialState, identity: id }, { command: 'configuration', items: [intervals] });
      const written = send(state, { kind: 'writeSettings', values: { trackingInterval } });
      return written.type === 'sent' && written.state.settings;
    };
    expect(after(3600, 65_535)).toMatchObject([{ upload: 65_535, lazyUpload: 65_535 }]);
    expect(after(65_535, 600)).toMatchObject([{ upload: 600, lazyUpload: 300 }]);
  });

  it('that waits for a report is over when the device does not answer in time, and is not written then', () => {
    const asked = send({ ...initialState, identity: id }, { kind: 'writeSettings', values: { ledOn: false } });
    if (asked.type !== 'sent') throw new Error(asked.reason);
    const items = [{ type: 'features' as const, value: 0x807 }];
    const answered = (at: number) => hear(asked.state, { command: 'configuration', items }, 1, false, at);
    expect(answered(now + 30_000).replies).toHaveLength(1);
    for (const at of [now + 30_001, now + 86_400_000, now - 1]) {
      const late = answered(at);
      expect([late.replies, late.report.confirmations, late.state.waiting]).toEqual([[], [], null]);
      expect(late.report.settings).toMatchObject({ ledOn: true });
    }
  });

  it('that writes settings asks for the same items behind them, and is answered by the answer to the write alone', () => {
    const sent = send({ ...initialState, identity: id }, { kind: 'writeSettings', values: { twoWayMic: 9 } });
    if (sent.type !== 'sent') throw new Error(sent.reason);
    const frames = eview.createFramer().push(sent.bytes);
    expect(frames.map(({ bytes }) => toHex(decodeFrame(bytes)?.body ?? Uint8Array.of()))).toEqual([
      '02021109',
      '0202f011',
    ]);
    expect(sent).toMatchObject({ ref: '1', state: { sequence: 2 } });
    const accepted = hear(sent.state, { command: 'response', code: 0 }, 1, false).report;
    expect(accepted).toMatchObject({ confirmations: [{ ref: '1', ok: true }] });
    expect(accepted.settings).toBeUndefined();
    const items = [{ type: 'microphoneVolume' as const, value: 15 }];
    const read = hear(sent.state, { command: 'configuration', items }, 2, false).report;
    expect(read).toMatchObject({ confirmations: [], settings: { twoWayMic: 15 } });
  });

  it('that changes a part of an item asks for the items first, and follows their report under the number that it has had since', () => {
    const sent = send({ ...initialState, identity: id }, { kind: 'writeSettings', values: { ledOn: false } });
    if (sent.type !== 'sent') throw new Error(sent.reason);
    expect([toHex(sent.bytes).slice(16), sent.ref]).toEqual(['0201f0', '2']);
    const other = send(sent.state, { kind: 'findMe' });
    if (other.type !== 'sent') throw new Error(other.reason);
    const part = hear(other.state, { command: 'configuration', items: [{ type: 'timeZone', value: 4 }] }, 1, false);
    expect(part.replies).toEqual([]);
    const items = [{ type: 'features' as const, value: 0x807 }];
    const reported = hear(part.state, { command: 'configuration', items }, 1, false);
    const frames = eview.createFramer().push(reported.replies[0] ?? Uint8Array.of());
    expect(frames.map(({ bytes }) => decodeFrame(bytes))).toMatchObject([{ sequence: 2 }, { sequence: 4 }]);
    expect(frames.map(({ bytes }) => toHex(bytes).slice(16))).toEqual(['02050f06080000', '0202f00f']);
    expect(reported.report.confirmations).toEqual([]);
    expect(hear(reported.state, { command: 'response', code: 0 }, 2, false).report.confirmations).toEqual([
      { ref: '2', ok: true },
    ]);
    expect(hear(reported.state, { command: 'configuration', items }, 5, false).replies, 'once').toEqual([]);
  });

  it('that writes settings ends an earlier write that still waits, and has numbers of its own', () => {
    const waits = send({ ...initialState, identity: id }, { kind: 'writeSettings', values: { ledOn: false } });
    if (waits.type !== 'sent') throw new Error(waits.reason);
    const later = send(waits.state, { kind: 'writeSettings', values: { twoWayMic: 9 } });
    if (later.type !== 'sent') throw new Error(later.reason);
    const frames = eview.createFramer().push(later.bytes);
    expect(frames.map(({ bytes }) => decodeFrame(bytes))).toMatchObject([{ sequence: 3 }, { sequence: 4 }]);
    const items = [{ type: 'features' as const, value: 0x807 }];
    expect(hear(later.state, { command: 'configuration', items }, 1, false).replies).toEqual([]);
  });

  it.each([
    ['findMe', '040113'],
    ['reboot', '040112'],
    ['factoryReset', '040111'],
    ['locate', '010112'],
    ['scanWifi', '010112'],
  ] as const)('%s is one item without a value, and wants an answer', (kind, body) => {
    const sent = send(initialState, { kind });
    if (sent.type !== 'sent') throw new Error(sent.reason);
    const frame = decodeFrame(sent.bytes);
    expect([toHex(frame?.body ?? Uint8Array.of()), frame?.flags, sent.ref]).toEqual([body, ackWanted, '1']);
    expect(eview.carries({ kind })).toBe(true);
  });

  it.each([
    [{ kind: 'message' as const, text: 'Hei' }, 'no known EV-07B command for message'],
    [{ kind: 'smsConnect' as const }, 'no known EV-07B command for smsConnect'],
    [{ kind: 'writeSettings' as const, values: {} }, 'noSettings'],
    [{ kind: 'writeSettings' as const, values: { volume: 3 } }, 'unknownSetting'],
    [{ kind: 'writeSettings' as const, values: { twoWayMic: 'loud' } }, 'illegalValue'],
  ])('is refused with a reason: %j', (command, reason) => {
    expect(send(initialState, command)).toEqual({ type: 'unsupported', reason });
  });
});

describe('a question for the position', () => {
  const position: DataItem = { type: 'assistedPlace', lat: 59.9, lng: 10.7, hdop: 1, altitude: 0 };
  /** Bit 7 of the status word. */
  const keptOffline = 0x80;
  const asked = () => {
    const sent = send({ ...initialState, identity: id, sequence: 6 }, { kind: 'locate' });
    if (sent.type !== 'sent') throw new Error(sent.reason);
    return sent.state;
  };
  const answer = { ref: '7', ok: true };

  it('is answered by the next position of now, and by that one alone', () => {
    const still = hear(asked(), named(status));
    expect(still.report.confirmations).toEqual([]);
    const found = hear(still.state, named(status, position));
    expect(found.report.confirmations).toEqual([answer]);
    expect(hear(found.state, named(status, position)).report.confirmations).toEqual([]);
  });

  it('is answered by the access points around a device that has no position, and not by old ones', () => {
    const wifi: DataItem = { type: 'wifi', points: [{ mac: '02:ad:24:49:ea:60', rssi: -50 }] };
    const kept: DataItem = { type: 'status', time: now / 1000, bits: keptOffline };
    const old = hear(asked(), named(kept, wifi));
    expect(old.report.confirmations).toEqual([]);
    expect(hear(old.state, named(status, wifi)).report.confirmations).toEqual([answer]);
  });

  it('is not answered by a position from out of contact', () => {
    const kept: DataItem = { type: 'status', time: now / 1000, bits: keptOffline };
    const old = hear(asked(), named(kept, position));
    expect(old.report.samples).toMatchObject([{ historical: true, position: { lat: 59.9 } }]);
    expect(old.report.confirmations).toEqual([]);
  });

  it('is not answered by the position of another device on the connection', () => {
    const items: DataItem[] = [{ type: 'deviceId', id: other }, status, position];
    const { report, state } = hear(asked(), { command: 'data', items });
    expect(report.confirmations).toEqual([]);
    expect(hear(state, named(status, position)).report.confirmations).toEqual([]);
  });

  it('is answered once where the device acknowledges or refuses it, before its position', () => {
    for (const [code, ok] of [
      [0, true],
      [0x27, false],
    ] as const) {
      const answered = hear(asked(), { command: 'response', code }, 7, false);
      expect(answered.report.confirmations).toMatchObject([{ ref: '7', ok }]);
      expect(hear(answered.state, named(status, position)).report.confirmations).toEqual([]);
    }
    const elsewhere = hear(asked(), { command: 'response', code: 0 }, 6, false);
    expect(hear(elsewhere.state, named(status, position)).report.confirmations).toEqual([answer]);
  });

  it('leaves the alarms that come with the position as they are', () => {
    const press: DataItem = { type: 'alarm', bits: 0x1000 };
    const unasked = hear({ ...initialState, identity: id }, named(status, position, press));
    const found = hear(asked(), named(status, position, press));
    expect(found.report.samples).toEqual(unasked.report.samples);
    expect(found.retryKey).toBe(unasked.retryKey);
  });
});

describe('words for logs and metrics', () => {
  it('name every command, known or not', () => {
    const { state } = hear(initialState, named());
    const words = [0x7e, 0x55].map((code) => hear(state, { command: 'other', code, body: 'aa' }));
    expect(words.map(({ word }) => word)).toEqual(['firmware', 'command55']);
    expect(words.map(({ report }) => report.samples[0]?.unknown)).toEqual([{ command7e: 'aa' }, { command55: 'aa' }]);
  });

  it('come with limits that fit the devices', () => {
    expect(eview.limits).toEqual({ idleSeconds: 7200, maxFrameBytes: 32_776 });
  });
});
