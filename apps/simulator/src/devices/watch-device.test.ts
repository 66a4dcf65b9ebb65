import { watch } from '@varde/protocols/watch/index';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeStreamServer, startFakeStreamServer } from '../testing/fake-stream-server.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { isAcknowledged, logNotices } from '../testing/notice-log.ts';
import { createVirtualDevice, type VirtualDevice } from './virtual-device.ts';

const identity = '5678901234';
let server: FakeStreamServer<(typeof watch)['initialState']>;
let clock: ManualClock;
let device: VirtualDevice;

beforeEach(async () => {
  server = await startFakeStreamServer(watch);
  clock = createManualClock();
  device = createVirtualDevice({ protocol: 'watch', identity, host: '127.0.0.1', port: server.port, clock });
});
afterEach(async () => {
  device.close();
  await server.close();
});

const hasWord = (word: string) => (message: { word: string }) => message.word === word;

describe('a virtual watch', () => {
  it('keeps the link, and reports its position without waiting for an answer', async () => {
    const notices = logNotices(device);
    await device.connect();
    device.sendPosition();
    expect((await server.messages.first(hasWord('LK'))).identity).toBe(identity);
    const { report } = await server.messages.first(hasWord('UD'));
    expect(report.samples[0]?.position).toMatchObject({ lat: 67.2835, lng: 14.38 });
    await notices.first(isAcknowledged('heartbeat'));
    expect(device.unacknowledged).toEqual([]);
  });

  it('reports the access points around it with its position, the same at the same place, and none with an alarm', async () => {
    await device.connect();
    device.sendPosition();
    const [first] = await server.messages.waitFor(hasWord('UD'), 1);
    const points = first?.report.samples[0]?.accessPoints ?? [];
    expect(points.length).toBeGreaterThan(2);
    const strengths = points.map(({ signalStrength }) => signalStrength ?? 0);
    expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
    for (const { macAddress } of points) expect(macAddress).toMatch(/^02(:[0-9a-f]{2}){5}$/);
    device.sendPosition();
    const [, again] = await server.messages.waitFor(hasWord('UD'), 2);
    expect(again?.report.samples[0]?.accessPoints).toEqual(points);
    device.pressSos();
    const alarm = await server.messages.first(hasWord('AL'));
    expect(alarm.report.samples[0]).not.toHaveProperty('accessPoints');
  });

  it('repeats an alarm until the server answers AL', async () => {
    await device.connect();
    await server.messages.first(hasWord('LK'));
    server.setAnswering(false);
    device.pressSos();
    await server.messages.waitFor(hasWord('AL'), 1);
    clock.advance(10_000);
    clock.advance(10_000);
    const sent = await server.messages.waitFor(hasWord('AL'), 3);
    expect(new Set(sent.map(({ retryKey }) => retryKey)).size).toBe(1);

    server.setAnswering(true);
    const notices = logNotices(device);
    clock.advance(10_000);
    await notices.first(isAcknowledged('sos'));
    clock.advance(60_000);
    expect(server.messages.all.filter(hasWord('AL'))).toHaveLength(4);
  });

  it('does not take the answer to the first alarm for the answer to the second', async () => {
    const notices = logNotices(device);
    await device.connect();
    device.pressSos();
    device.pressSos();
    await notices.waitFor(isAcknowledged('sos'), 2);
    const alarms = await server.messages.waitFor(hasWord('AL'), 2);
    expect(new Set(alarms.map(({ retryKey }) => retryKey)).size).toBe(2);
  });

  it('raises a fall and an empty battery under their own kinds', async () => {
    await device.connect();
    device.say('fall');
    device.perform({ type: 'battery', level: 12, charging: false });
    device.say('lowBattery');
    const alarms = await server.messages.waitFor(hasWord('AL'), 2);
    expect(alarms.map(({ report }) => report.samples[0]?.events.map(({ code }) => code))).toEqual([
      ['fall'],
      ['lowBattery'],
    ]);
    expect(alarms[1]?.report.samples[0]?.states).toMatchObject({ lowBattery: true });
  });

  it('raises an SOS without a fix', async () => {
    const lost = createVirtualDevice({
      protocol: 'watch',
      identity,
      host: '127.0.0.1',
      port: server.port,
      home: null,
      clock,
    });
    await lost.connect();
    lost.pressSos();
    const { report } = await server.messages.first(hasWord('AL'));
    expect(report.samples[0]?.position).toBeUndefined();
    expect(report.samples[0]?.events[0]?.code).toBe('sos');
    lost.close();
  });

  it('sends positions from out of coverage as backlog', async () => {
    await device.connect();
    device.perform({ type: 'leaveCoverage' });
    const keptAt = clock.now();
    device.sendPosition();
    clock.advance(120_000);
    device.perform({ type: 'enterCoverage' });
    const { report } = await server.messages.first(hasWord('UD2'));
    expect(report.samples[0]).toMatchObject({ historical: true, at: keptAt });
  });

  it.each([
    ['UPLOAD', { trackingInterval: 600 }],
    ['FALLDOWN', { fallDownAlert: true, fallDownSensitivity: 0 }],
    ['FALLDOWN', { fallDownAlert: true, fallDownSensitivity: 2 }],
    ['ACALL', { phoneNoWhiteList1: '+4790000001', phoneNoWhiteList2: '', phoneNoWhiteList3: '112', answerIncoming: 1 }],
    ['APPLOCK', { powerSaving: true }],
    ['SOS', { sosNumbers: '112,+4790000001' }],
  ])('keeps what %s sets and confirms it with the word', async (word, values) => {
    await device.connect();
    await server.messages.first(hasWord('LK'));
    server.command({ kind: 'writeSettings', values });
    const { report } = await server.messages.first(hasWord(word));
    expect(report.confirmations).toMatchObject([{ ref: word, ok: true }]);
    expect(device.settings).toEqual(values);
  });

  it('rings on the find command, and reports its position on request', async () => {
    const notices = logNotices(device);
    await device.connect();
    await server.messages.first(hasWord('LK'));
    server.command({ kind: 'findMe' });
    await server.messages.first(hasWord('FIND'));
    expect(notices.all.some(({ type }) => type === 'findMe')).toBe(true);
    server.command({ kind: 'locate' });
    await server.messages.first(hasWord('CR'));
    await server.messages.first(hasWord('UD'));
  });

  it('measures heart rate and blood pressure on request, by itself as its life has it, and not while it is away', async () => {
    await device.connect();
    await server.messages.first(hasWord('LK'));
    device.perform({ type: 'say', kind: 'health' });
    const [first] = await server.messages.waitFor(hasWord('bphrt'), 1);
    server.command({ kind: 'requestHeartRate' });
    await server.messages.first(hasWord('hrtstart'));
    const [, second] = await server.messages.waitFor(hasWord('bphrt'), 2);
    for (const message of [first, second])
      expect(message?.report.samples).toMatchObject([
        {
          metyId: 50,
          health: {
            heartRate: expect.any(Number),
            systolic: expect.any(Number),
            diastolic: expect.any(Number),
          },
        },
      ]);
    expect(device.settings).toEqual({});
    await expect.poll(() => device.unacknowledged).toEqual([]);
    device.perform({ type: 'leaveCoverage' });
    device.perform({ type: 'say', kind: 'health' });
    device.perform({ type: 'enterCoverage' });
    await device.connect();
    device.pressSos();
    await server.messages.first(hasWord('AL'));
    expect(server.messages.all.filter(hasWord('bphrt'))).toHaveLength(2);
  });

  it('is decoded again right after it sent garbage', async () => {
    await device.connect();
    const notices = logNotices(device);
    device.perform({ type: 'garbage', bytes: new TextEncoder().encode('[3G*567*zz*[[]') });
    device.pressSos();
    await notices.first(isAcknowledged('sos'));
  });
});
