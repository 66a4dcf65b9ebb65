import type { DeviceCommand } from '@varde/catalogue/report';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { describe, expect, it } from 'vitest';
import { toHex } from '../hex.ts';
import { decodeFrame } from './frame.ts';
import { createFramer } from './framer.ts';
import type { ConfigurationItem } from './messages/configuration-items.ts';
import { buildFrame, decodeMessage, type EviewMessage } from './messages/message.ts';
import { type EviewState, initialState, receive, send as sendAt } from './session.ts';
import { withoutSecrets } from './without-secrets.ts';

const identity = '867730053403279';
const send = (state: EviewState, command: DeviceCommand) => sendAt(state, command, 0);

/** As reported by a device. */
const intervals = { type: 'intervals' as const, heartbeat: 0x8000_010e, upload: 5, lazyUpload: 1800 };
const reporting: EviewState = { ...initialState, identity, settings: [intervals] };

/** Writes settings to a device that then reports exactly the received ones. */
function writeAndReport(state: EviewState, values: SettingValues) {
  const sent = send(state, { kind: 'writeSettings', values });
  if (sent.type !== 'sent') throw new Error(sent.reason);
  const [first] = createFramer().push(sent.bytes);
  const frame = first === undefined ? null : decodeFrame(first.bytes);
  if (!frame) throw new Error('no frame');
  const written = decodeMessage(frame.body);
  return { sent, written, reported: report(sent.state, written) };
}

function report(state: EviewState, message: EviewMessage) {
  const result = receive({ ...state, identity: state.identity ?? identity }, buildFrame(message, 1), 0);
  if (result.type !== 'message') throw new Error(result.reason);
  return result;
}

const values = (changed: SettingValues = {}): SettingValues => ({
  heartbeatInterval: 5,
  trackingInterval: 300,
  ...changed,
});

describe('settings on the wire', () => {
  it('are sent with the last reported values of the parts that are no setting', () => {
    const { state } = report(initialState, { command: 'configuration', items: [intervals] });
    expect(writeAndReport(state, values({ trackingInterval: 60 })).written).toEqual({
      command: 'configuration',
      items: [{ ...intervals, heartbeat: 0x8000_0000 + 300, upload: 60 }],
    });
  });

  it('are reported as they were written', () => {
    const { reported } = writeAndReport(reporting, values({ heartbeatInterval: 30 }));
    expect(reported.report.settings).toEqual({ heartbeatInterval: 30, trackingInterval: 300 });
  });

  it('change one interval alone, and keep the others as the device has them', () => {
    const written = (changed: SettingValues) => writeAndReport(reporting, changed).written;
    expect(written({ heartbeatInterval: 10 })).toMatchObject({ items: [{ ...intervals, heartbeat: 0x8000_0258 }] });
    expect(written({ trackingInterval: 600 })).toMatchObject({ items: [{ ...intervals, upload: 600 }] });
  });

  it('of one device are not sent to the next one on the same connection', () => {
    const { sent } = writeAndReport(reporting, values());
    const next: EviewMessage = { command: 'data', items: [{ type: 'deviceId', id: '862311065495895' }] };
    expect(report(sent.state, next).state.settings).toEqual([]);
  });

  it('turn signs of life off and keep their interval', () => {
    const { sent, reported } = writeAndReport(reporting, values({ heartbeatInterval: 0 }));
    expect(reported.report.settings).toMatchObject({ heartbeatInterval: 0 });
    expect(sent.state.settings).toMatchObject([{ heartbeat: 270 }]);
  });

  it('hold the volume of the speaker and of the microphone, each on its own', () => {
    const items = [
      { type: 'microphoneVolume' as const, value: 15 },
      { type: 'speakerVolume' as const, value: 100 },
    ];
    const { state, report: said } = report(initialState, { command: 'configuration', items });
    expect(said.settings).toEqual({ volumeLevel: 100, twoWayMic: 15 });
    const louder = writeAndReport(state, { volumeLevel: 0 });
    expect(louder.written).toEqual({
      command: 'configuration',
      items: [{ type: 'speakerVolume', value: 0 }],
    });
    expect(louder.reported.report.settings).toEqual({ volumeLevel: 0 });
    for (const values of [{ volumeLevel: 101 }, { twoWayMic: 16 }, { twoWayMic: 1.5 }, { volumeLevel: '80' }])
      expect(send(state, { kind: 'writeSettings', values })).toMatchObject({ reason: 'illegalValue' });
    const odd = {
      command: 'configuration' as const,
      items: [{ type: 'microphoneVolume' as const, value: 16 }],
    };
    expect(report(initialState, odd).report.settings).toBeUndefined();
  });

  it('[D2.034 D3.012] of the alarms for falls and tilting each change their part of an item, and keep the rest', () => {
    // As captured: tilting for 30 s by 45°, off, and the device calls its numbers; falls at level 5, off.
    const items = [
      { type: 'tiltAlert' as const, time: 30, angle: 45, flags: 0x40 },
      { type: 'fallAlert' as const, flags: 0x15 },
    ];
    const { state, report: said } = report(initialState, { command: 'configuration', items });
    const tilting = { tiltAlert: false, tiltAngle: 45, tiltTime: 30 };
    expect(said.settings).toEqual({ fallDownAlert: false, fallDownLevel: 5, ...tilting });
    const written = (from: EviewState, values: SettingValues) => writeAndReport(from, values).written;
    const fall = writeAndReport(state, { fallDownAlert: true });
    expect(fall.written).toEqual({ command: 'configuration', items: [{ type: 'fallAlert', flags: 0x95 }] });
    expect(written(fall.sent.state, { fallDownLevel: 9 })).toMatchObject({ items: [{ flags: 0x99 }] });
    expect(written(state, { tiltAlert: true })).toMatchObject({ items: [{ time: 30, angle: 45, flags: 0xc0 }] });
    expect(written(state, { tiltTime: 3600 })).toMatchObject({ items: [{ time: 3600, angle: 45, flags: 0x40 }] });
    for (const values of [
      ...[{ fallDownLevel: 0 }, { fallDownLevel: 10 }, { fallDownAlert: 1 }],
      ...[{ tiltAngle: 91 }, { tiltTime: 0 }, { tiltTime: 3601 }],
    ])
      expect(send(state, { kind: 'writeSettings', values })).toEqual({ type: 'unsupported', reason: 'illegalValue' });
  });

  it('of the button, the features and the calls change their bits alone', () => {
    const items = [
      { type: 'sosButton' as const, value: 0x3e7b },
      { type: 'features' as const, value: 0x8000_0807 },
      { type: 'phoneSwitches' as const, value: 0x0000_0802 },
      { type: 'voicePrompts' as const, value: 0xffff_ffff },
    ];
    const { state } = report(initialState, { command: 'configuration', items });
    const written = (values: SettingValues) => writeAndReport(state, values).written;
    expect(written({ buttonBehaviour: 2 })).toMatchObject({ items: [{ type: 'sosButton', value: 0xbe7b }] });
    expect(written({ buttonSensitivity: 5 })).toMatchObject({ items: [{ value: 0x3e03 | (50 << 2) }] });
    expect(written({ ledOn: false })).toMatchObject({ items: [{ type: 'features', value: 0x8000_0806 }] });
    expect(written({ soundOn: false })).toMatchObject({ items: [{ value: 0x8000_0805 }] });
    expect(written({ vibration: false })).toMatchObject({ items: [{ value: 0x8000_0803 }] });
    expect(written({ acceptLBS: true })).toMatchObject({ items: [{ value: 0x8000_080f }] });
    expect(written({ sosCancellation: true })).toMatchObject({ items: [{ value: 0x8020_0807 }] });
    expect(written({ firmwareUpdatesItself: true })).toMatchObject({ items: [{ value: 0xc000_0807 }] });
    expect(written({ aclCheck: true })).toMatchObject({ items: [{ type: 'phoneSwitches', value: 0x0902 }] });
    expect(written({ wearerMayHangUp: false })).toMatchObject({ items: [{ value: 0x0a02 }] });
    expect(written({ smsFromListOnly: false })).toMatchObject({ items: [{ value: 0x0002 }] });
    expect(written({ answerIncoming: 1 })).toMatchObject({ items: [{ value: 0x0881 }] });
    expect(written({ voicePromptSosAlarm: false })).toMatchObject({
      items: [{ type: 'voicePrompts', value: 0xffff_fbff }],
    });
    expect(written({ lowBatteryVoicePrompt: false })).toMatchObject({ items: [{ value: 0xffff_fff7 }] });
    expect(written({ silentAlarm: true })).toMatchObject({
      items: [
        { type: 'features', value: 0x8000_0807 },
        { type: 'sosButton', value: 0x3e79 },
        { type: 'voicePrompts', value: 0xffff_f3ff },
      ],
    });
    expect(written({ silentAlarm: false })).toMatchObject({ items: [{ value: 0x8000_0827 }, { value: 0x3e7b }] });
  });

  it('tell a button that is on for something else than an SOS as off, and turn it on for an SOS', () => {
    const calls = { type: 'sosButton' as const, value: 0xa27b };
    const { state, report: said } = report(initialState, { command: 'configuration', items: [calls] });
    expect(said.settings).toMatchObject({ buttonBehaviour: 1 });
    const turnedOn = writeAndReport(state, { buttonBehaviour: 2 });
    expect(turnedOn.written).toMatchObject({ items: [{ type: 'sosButton', value: 0xbe7b }] });
    expect(turnedOn.reported.report.settings).toMatchObject({ buttonBehaviour: 2 });
    expect(writeAndReport(state, { buttonBehaviour: 1 }).written).toMatchObject({ items: [{ value: 0x227b }] });
  });

  it('turn a number on that takes the place of one that was off, and keep its other flags', () => {
    const off = { type: 'phone' as const, slot: 0x31, number: '110' };
    const { state } = report(initialState, { command: 'configuration', items: [off] });
    expect(writeAndReport(state, { phoneNoWhiteList2: '+4790000000' }).written).toMatchObject({
      items: [{ slot: 0xb1, number: '+4790000000' }],
    });
  });

  it('are written and read back with a sequence each, also while others wait for their items', () => {
    const waits = send({ ...initialState, identity }, { kind: 'writeSettings', values: { ledOn: false } });
    if (waits.type !== 'sent') throw new Error(waits.reason);
    const sent = send(waits.state, { kind: 'writeSettings', values: { volumeLevel: 50 } });
    if (sent.type !== 'sent') throw new Error(sent.reason);
    const sequences = createFramer()
      .push(sent.bytes)
      .map(({ bytes }) => decodeFrame(bytes)?.sequence);
    expect(sequences).toEqual([3, 4]);
  });

  it('of its own items have the layouts of the documentation', () => {
    const written = (values: SettingValues) => writeAndReport(initialState, values).written;
    expect(written({ timeZone: -210 })).toMatchObject({ items: [{ type: 'timeZone', value: -14 }] });
    expect(written({ doNotDisturb: '22:30-07:05' })).toMatchObject({
      items: [{ flags: 0x80, startHour: 22, startMinute: 30, endHour: 7, endMinute: 5 }],
    });
    expect(written({ smsPassword: '012345' })).toMatchObject({ items: [{ value: 0x8000_0000 + 12_345 }] });
    expect(written({ smsPassword: '' })).toMatchObject({ items: [{ value: 0 }] });
    expect(written({ phoneNoWhiteList2: '+4790000000' })).toMatchObject({
      items: [{ type: 'phone', slot: 0xe1, number: '+4790000000' }],
    });
    expect(written({ phoneNoWhiteList3: '' })).toMatchObject({ items: [{ slot: 2, number: '' }] });
    expect(written({ guardTime: 30 })).toMatchObject({ items: [{ type: 'extension', text: 'guardTime=30' }] });
    for (const values of [{ guardTime: 31 }, { guardTime: '30' }, { smsPassword: '1234' }, { timeZone: 7 }])
      expect(send(initialState, { kind: 'writeSettings', values })).toMatchObject({ reason: 'illegalValue' });
  });

  it('that are told by a whole report are announced: the extension, and what not every model has', () => {
    const imei = { type: 'imei' as const, text: identity };
    const extension = { type: 'extension' as const, text: 'guardTime=30' };
    const features = { type: 'features' as const, value: 0 };
    const announced = (...items: ConfigurationItem[]) =>
      report(initialState, { command: 'configuration', items }).report.announces;
    expect(announced(imei)).toEqual([]);
    expect(announced(imei, features, extension)).toEqual(['sosCancellation', 'extension']);
    expect(announced(imei, { type: 'promptVolume', value: 100 })).toEqual(['promptVol']);
    expect(announced(imei, { type: 'extension', text: '\u0001' }), 'lights of another model').toEqual([]);
    expect(announced(features, extension), 'a part of the items').toBeUndefined();
  });

  it('of alarms are none when the report has no level, angle or time that there is', () => {
    for (const item of [
      { type: 'fallAlert' as const, flags: 0x80 },
      { type: 'fallAlert' as const, flags: 0x0a },
    ])
      expect(report(initialState, { command: 'configuration', items: [item] }).report.settings).toEqual({
        fallDownAlert: item.flags === 0x80,
      });
    const tilted = { type: 'tiltAlert' as const, time: 0, angle: 91, flags: 0 };
    expect(report(initialState, { command: 'configuration', items: [tilted] }).report.settings).toEqual({
      tiltAlert: false,
    });
  });

  it.each([-1, 0.5, 86_401, '60', true])('are not sent with the value %j, which the wire cannot hold', (value) => {
    for (const key of ['heartbeatInterval', 'trackingInterval']) {
      const sent = send(reporting, { kind: 'writeSettings', values: values({ [key]: value }) });
      expect(sent).toEqual({ type: 'unsupported', reason: 'illegalValue' });
    }
  });

  it('are not sent with a heartbeat above 28 days', () => {
    const sent = send(reporting, { kind: 'writeSettings', values: values({ heartbeatInterval: 40_321 }) });
    expect(sent).toEqual({ type: 'unsupported', reason: 'illegalValue' });
  });

  it('let a device that reported once a day go back to it when it is tracked no more', () => {
    const items = [{ ...intervals, upload: 86_400 }];
    const { state, report: said } = report(initialState, { command: 'configuration', items });
    const sent = send(state, { kind: 'stopTracking', values: said.settings ?? {} });
    expect(sent.type).toBe('sent');
  });

  it.each([0, 40_320])('are sent with the value %j', (value) => {
    const written = values({ trackingInterval: value, heartbeatInterval: value });
    expect(send(reporting, { kind: 'writeSettings', values: written }).type).toBe('sent');
  });

  it('that are unknown to the protocol are refused, also under names that every object has', () => {
    for (const key of ['volume', 'toString'])
      expect(send(initialState, { kind: 'writeSettings', values: { [key]: 1 } }).type).toBe('unsupported');
  });

  it('are not reported by a report without them', () => {
    const { report: said } = report(initialState, {
      command: 'configuration',
      items: [
        { type: 'battery', level: 255, millivolts: 3746 },
        { type: 'unknown', key: 0x99, value: 'aa' },
      ],
      tail: '0901',
    });
    expect(said.settings).toBeUndefined();
    expect(said.samples).toMatchObject([
      { metyId: 18, battery: { millivolts: 3746 }, unknown: { item99: 'aa', tail: '0901' } },
    ]);
  });
});

it('a report of its settings is kept without its passwords, and with all else', () => {
  const items = (smsPassword: number, apnPassword: string): ConfigurationItem[] => [
    { type: 'ringVolume', value: 40 },
    { type: 'smsPassword', value: smsPassword },
    { type: 'apnPassword', text: apnPassword },
    { type: 'speakerVolume', value: 50 },
  ];
  const frame = buildFrame({ command: 'configuration', items: items(0x8000_0000 + 4711, 'hemmelig') }, 7);
  const kept = decodeFrame(withoutSecrets(frame, 'configuration'));
  expect(kept && decodeMessage(kept.body)).toMatchObject({ items: items(0x2a2a2a2a, '********') });
  expect(withoutSecrets(frame, 'data')).toEqual(frame);
});

it('a write of a password, and the question behind it, are kept without the password, and with all else', () => {
  const sent = sendAt(initialState, { kind: 'writeSettings', values: { smsPassword: '471147' } }, 0);
  if (sent.type !== 'sent') throw new Error(sent.reason);
  expect(
    createFramer()
      .push(sent.bytes)
      .map(({ type }) => type),
  ).toEqual(['frame', 'frame']);
  const password = '6b300780'; // 0x80000000 + 471147, the last byte first
  expect(toHex(sent.bytes)).toContain(password);
  expect(toHex(withoutSecrets(sent.bytes, sent.word))).toBe(toHex(sent.bytes).replace(password, '2a2a2a2a'));
});
