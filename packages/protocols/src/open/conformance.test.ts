import { images } from '@varde/catalogue/testing/images';
import { describe, expect, it } from 'vitest';
import { ConformanceWalk } from './conformance.ts';

const identity = 'unit-1';
const walkOf = (hasSensors = false) => new ConformanceWalk({ hasSensors });
const sent = (content: object | string) => ({
  text: typeof content === 'string' ? content : JSON.stringify({ device: identity, ...content }),
  identity,
  namesDevice: true,
});
const refOf = (body: string | null): string => JSON.parse(body ?? '{}').commands?.[0]?.ref;

/** A device that does everything right; with a camera if it has sensors of that type. */
function passAll(walk: ConformanceWalk, type = '4'): string[] {
  const passed: string[] = [];
  const settings = { fallDownAlert: false };
  const time = '2026-01-15T12:00:00Z';
  const say = (content: object) => {
    const { faults, passed: step } = walk.hear(sent(content));
    expect(faults).toEqual([]);
    if (step !== null) passed.push(step.key);
  };
  say({ poll: true });
  say({ position: { lat: 59.9, lng: 10.7 } });
  say({ battery: { level: 50 } });
  say({ time });
  say({ sequence: 1, time, events: ['alarm'] });
  say({ sequence: 2, time, events: ['alarm'] });
  say({ sequence: 2, time, events: ['alarm'] });
  if (walk.step?.key === 'sensors') say({ sensorList: [{ id: '1', type }] });
  for (let body = walk.command(); body !== null; body = walk.command()) {
    const ref = refOf(body);
    const [given] = JSON.parse(body).commands;
    const isKnown = given.command !== 'danceForVarde';
    Object.assign(settings, given.settings);
    const sensors = given.command === 'syncSensors' ? { sensorList: [] } : {};
    const image = given.command === 'captureImage' && { image: { id: given.gatewayId, data: images['image/jpeg'] } };
    say({ confirmations: [{ ref, ok: isKnown }], settings, ...sensors, ...image });
  }
  return passed;
}

describe('the walk through the open protocol', () => {
  it('is passed by a device that does everything right, with each of its steps', () => {
    const walk = walkOf(true);
    expect(passAll(walk)).toEqual([
      ...['contact', 'position', 'battery', 'time', 'alarm', 'repetition', 'sensors'],
      ...['syncSensors', 'readSettings', 'writeSettings', 'unknownCommand'],
    ]);
    expect(walk.step).toBeNull();
    expect(passAll(walkOf(false))).not.toContain('sensors');
  });

  it('has a device with a camera take a picture, and waits until the picture is whole', () => {
    expect(passAll(walkOf(true), '27')).toEqual([
      ...['contact', 'position', 'battery', 'time', 'alarm', 'repetition', 'sensors'],
      ...['syncSensors', 'captureImage', 'readSettings', 'writeSettings', 'unknownCommand'],
    ]);
  });

  it.each([
    ['not json', 'it is no JSON object'],
    ['{"device":"unit-1","poll":true,}', 'its JSON is faulty, and Varde had to mend it'],
    [{ device: 'unit-2' }, '"device" is not the registered identity unit-1'],
    [{ device: null }, '"device" is missing'],
    [{ alarm: true, sequence: 1, time: '2026-01-15T12:00:00Z' }, '"alarm" stands for "events"'],
    [{ events: ['alarm'] }, 'an alarm has neither "sequence" nor "time": a repetition would be another press'],
    [{ battery: { level: 400 } }, '"battery" is unknown here, or cannot be 400'],
    [{ settings: { dance: 1 } }, '"settings.dance" is unknown here, or cannot be 1'],
  ])('says what is wrong with %j', (content, fault) => {
    expect(walkOf().hear(sent(content)).faults).toEqual([fault]);
  });

  it('withholds one acknowledgement, and wants the same message again', () => {
    const walk = walkOf();
    const time = '2026-01-15T12:00:00Z';
    const all = [{ poll: true }, { position: { lat: 1, lng: 1 } }, { battery: { level: 5 } }, { time }];
    for (const content of all) walk.hear(sent(content));
    const press = (sequence: number) => walk.hear(sent({ sequence, time, events: ['alarm'] }));
    expect(press(1)).toMatchObject({ passed: { key: 'alarm' }, acknowledged: true });
    expect(press(2)).toMatchObject({ passed: null, acknowledged: false });
    expect(press(3)).toMatchObject({ passed: null, acknowledged: false });
    expect(press(2)).toMatchObject({ passed: { key: 'repetition' }, acknowledged: true });
  });

  it('does not let a device confirm a command that does not exist', () => {
    const walk = walkOf();
    const settings = { fallDownAlert: false };
    const time = '2026-01-15T12:00:00Z';
    const press = { sequence: 1, time, events: ['alarm'], position: { lat: 1, lng: 1 }, battery: { level: 5 } };
    for (let n = 0; n < 7; n++) walk.hear(sent(press));
    for (let n = 0; n < 2; n++) {
      const body = walk.command();
      Object.assign(settings, JSON.parse(body ?? '{}').commands?.[0]?.settings);
      walk.hear(sent({ confirmations: [{ ref: refOf(body), ok: true }], settings }));
    }
    const { faults, passed } = walk.hear(sent({ confirmations: [{ ref: refOf(walk.command()), ok: true }] }));
    expect([faults, passed]).toEqual([['it confirms a command that does not exist'], null]);
  });
});
