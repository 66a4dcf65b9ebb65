import { metyId } from '@varde/catalogue/message-types';
import { describe, expect, test } from 'vitest';
import { carriesAlarm } from '../carries-alarm.ts';
import { ConformanceWalk } from './conformance.ts';
import { mqtt } from './mqtt.ts';
import { readContent } from './read-content.ts';

const samplesOf = (text: string) => readContent(text)?.report.samples ?? [];
const mayHold = (text: string) => mqtt.mayHoldAlarm(new TextEncoder().encode(text));

describe('an alarm under a name that people choose is an alarm', () => {
  test.each([
    '{"sos":true}',
    '{"SOS":1}',
    '{"panic":"true"}',
    '{"Panic_Button":"pressed"}',
    '{"emergency":true,"battery":{"level":50}}',
    '{"fall_detected":true}',
    '{"fallAlarm":true}',
    '{"alert":true}',
    '{"alerts":["fall"]}',
    '{"alarms":["sos"]}',
    '{"alarmType":"panic"}',
    '{"type":"alarm"}',
    '{"alarms":[{"type":"sos"}]}',
    '{"alerts":[{"type":"fall"}]}',
    '{"alert":{"kind":"fall"}}',
    '{"alert":{"level":3}}',
    '{"type":"SOS_ALARM"}',
    '{"type":"fall_alarm"}',
    '{"type":"fall alarm"}',
    '{"sos":2}',
    '{"status":"SOS"}',
    '{"button":"sos"}',
    '{"message":"help"}',
    '{"hjelp":"ja"}',
    '{"nødalarm":true}',
    '{"messages":["alarm"]}',
    '{"messages":[{"steps":1},{"type":"man-down"}]}',
    '{"poll":true,"sos":true}',
  ])('%s', (text) => {
    expect([carriesAlarm(samplesOf(text)), mayHold(text)]).toEqual([true, true]);
  });

  test('of the type that it names', () => {
    const types = (text: string) => samplesOf(text).flatMap(({ events }) => events.map((event) => event.metyId));
    expect(types('{"manDown":true}')).toEqual([metyId.manDown]);
    expect(types('{"type":"man_down","alarm":true}')).toEqual([metyId.alarm, metyId.manDown]);
  });

  test('also when it is the oldest of more messages than are read', () => {
    const messages = [{ sos: true }, ...Array.from({ length: 2_000 }, (_, steps) => ({ steps }))];
    expect(carriesAlarm(samplesOf(JSON.stringify({ messages })))).toBe(true);
  });

  test('and a maker is told the right name', () => {
    const walk = new ConformanceWalk({ hasSensors: false });
    const { faults } = walk.hear({ text: '{"sos":true,"sequence":1}', identity: 'unit', namesDevice: false });
    expect(faults).toContain('"sos" stands for "events"');
  });
});

test.each([
  '{"sos":false}',
  '{"panic":0}',
  '{"alarms":3}',
  '{"noAlarm":true}',
  '{"resetAlarm":1}',
  '{"lastAlarm":1768478400}',
  '{"clear_alarm":true}',
  '{"cancelAlarm":"yes"}',
  '{"type":"no_alarm"}',
  '{"sos":"none"}',
  '{"alert":{"active":false}}',
  '{"alarms":[]}',
  '{"message":"this is not an alarm"}',
  '{"alarmEnabled":true}',
  '{"water":1}',
  '{"geofence":true}',
  '{"type":"heartbeat"}',
  '{"status":"ok"}',
  '{"message":"the alarm was tested"}',
])('what means something else raises nothing, and is kept for the log: %s', (text) => {
  const samples = samplesOf(text);
  expect(carriesAlarm(samples)).toBe(false);
  expect(samples.map(({ unknown }) => Object.keys(unknown ?? {}))).toEqual([Object.keys(JSON.parse(text))]);
});

test.each([...['no', 'off', 'none', 'nei', 'ok', 'inactive', 'no_alarm', '', false, 0, null], ['off']])(
  'an alarm whose value says no is none: %j',
  (alarm) => {
    expect(carriesAlarm(samplesOf(JSON.stringify({ alarm, steps: 1 })))).toBe(false);
  },
);
