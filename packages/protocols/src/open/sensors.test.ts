import type { DeviceReport, ReportedSensor, SensorReport } from '@varde/catalogue/report';
import { type SensorCommand, sensorCommands } from '@varde/catalogue/sensor-commands';
import { defaultEventConfig } from '@varde/catalogue/sensor-event-config';
import { reportedStatuses } from '@varde/catalogue/sensor-statuses';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { present } from '../present.ts';
import { reportFaults } from '../testing/report-faults.ts';
import { http, readCommands, writeRequest } from './index.ts';

const sender = { identity: 'unit-1', token: 'secret' };
const reportOf = (content: object): DeviceReport => {
  const body = JSON.stringify({ device: 'unit-1', ...content });
  const received = http.read({ method: 'POST', url: '/v1/messages', body });
  if (received.type === 'malformed') throw new Error(received.reason);
  return received.report;
};

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const gatewayId = fc.stringMatching(/^[A-Za-z0-9:_.-]{1,40}$/);
const code = fc.constantFrom('4', '33', 'SPT-1', 'Wristband');
const signal = fc.integer({ min: -100, max: 9 }).map((value) => value + 0);
const sensor: fc.Arbitrary<ReportedSensor> = fc
  .record({
    gatewayId,
    typeCode: maybe(code),
    name: maybe(fc.constantFrom('Inngangsdør', 'Bad 2. etasje')),
    macAddress: maybe(fc.constant('02:ad:24:49:ea:60')),
    functionCode: maybe(fc.constantFrom('31', 'generic', '-1')),
    functionType: maybe(fc.constantFrom('mobile', '111')),
    status: maybe(fc.constantFrom(...reportedStatuses)),
    door: maybe(fc.constantFrom('open' as const, 'closed' as const)),
    rssi: maybe(signal),
    battery: maybe(fc.nat(100)),
    connected: maybe(fc.boolean()),
  })
  .map((given) => present(given));
const listOf = <T extends { gatewayId: string }>(entry: fc.Arbitrary<T>) =>
  maybe(fc.uniqueArray(entry, { selector: (each) => each.gatewayId, maxLength: 5 }));
const sensorReport: fc.Arbitrary<SensorReport> = fc
  .record({
    all: listOf(sensor),
    changed: listOf(sensor),
    found: listOf(fc.record({ gatewayId, typeCode: maybe(code), rssi: maybe(signal) }).map((given) => present(given))),
    measured: listOf(fc.record({ gatewayId, signalStrength: fc.nat(9) })),
  })
  .map((given) => present(given));

describe('a report about sensors', () => {
  it('decodes to what was encoded', () => {
    fc.assert(
      fc.property(sensorReport, (sensors) => {
        const received = http.read(writeRequest({ samples: [], confirmations: [], sensors }, sender));
        const expected = Object.keys(sensors).length > 0 ? sensors : undefined;
        expect(received.type === 'message' && received.report.sensors).toEqual(expected);
      }),
    );
  });

  it('never holds an impossible value, whatever its entries hold', () => {
    const value = fc.oneof(fc.jsonValue(), fc.double(), fc.constantFrom(1e308, -0, 'open', 'ok', '\u0000'));
    const names = ['id', 'type', 'name', 'mac', 'function', 'status', 'door', 'signal', 'battery', '__proto__'];
    const entry = fc.dictionary(fc.constantFrom(...names), value);
    const list = fc.oneof(fc.array(fc.oneof(entry, value)), value);
    fc.assert(
      fc.property(list, list, list, list, (sensorList, sensors, learning, walkTest) => {
        const report = reportOf({ sensorList, sensors, learning, walkTest, confirmations: sensors });
        expect(reportFaults(report)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps what it does not understand, to be read in the log', () => {
    const report = reportOf({
      sensors: [{ id: 'a b' }, { id: '1', door: 'ajar', battery: 101, signal: 10, status: 'odd' }],
    });
    expect(report.sensors).toEqual({ changed: [{ gatewayId: '1' }] });
    expect(report.samples).toMatchObject([
      {
        metyId: 2,
        unknown: {
          sensors: '{"id":"a b"}',
          'sensor 1 door': 'ajar',
          'sensor 1 battery': '101',
          'sensor 1 signal': '10',
          'sensor 1 status': 'odd',
        },
      },
    ]);
  });

  it('is limited to 200 sensors in each list, and of two of one id the last counts', () => {
    const many = Array.from({ length: 201 }, (_, id) => ({ id }));
    expect(reportOf({ sensorList: many.slice(1) }).sensors?.all).toHaveLength(200);
    expect(reportOf({ sensors: many }).sensors?.changed).toHaveLength(200);
    expect(
      reportOf({
        sensors: [
          { id: 1, battery: 1 },
          { id: '1', battery: 2 },
        ],
      }).sensors?.changed,
    ).toEqual([{ gatewayId: '1', battery: 2 }]);
  });

  it.each([
    ['is no list', 'garbage', []],
    ['is one sensor and no list', { id: 1 }, ['1']],
    ['has an entry without a usable id', [{ id: 1 }, { id: 'a b' }], ['1']],
    ['is too long', Array.from({ length: 201 }, (_, id) => ({ id })), expect.objectContaining({ length: 200 })],
  ])('of all sensors that %s says nothing of those that are missing', (_, sensorList, ids) => {
    const { sensors } = reportOf({ sensorList, events: ['sos'] });
    expect(sensors).not.toHaveProperty('all');
    expect(sensors?.changed?.map((each) => each.gatewayId)).toEqual(ids);
  });

  it('of which a part was understood is joined with the changes beside it, which count', () => {
    const sensorList = [{ id: 1, battery: 1 }, { id: 2 }, 'garbage'];
    const { sensors } = reportOf({ sensorList, sensors: [{ id: 1, battery: 2 }] });
    expect(sensors).toEqual({ changed: [{ gatewayId: '1', battery: 2 }, { gatewayId: '2' }] });
  });

  it('is missing when it is null; an empty list is a list', () => {
    const nothing = { sensorList: null, sensors: null, learning: null, walkTest: null };
    expect(reportOf({ ...nothing, events: ['sos'] })).toMatchObject({ samples: [{ metyId: 1 }] });
    expect(reportOf({ ...nothing, events: ['sos'] })).not.toHaveProperty('sensors');
    expect(reportOf({ sensorList: [] }).sensors).toEqual({ all: [] });
  });

  it('alone, like a request for commands, is no message in the log', () => {
    expect(reportOf({ learning: [] }).samples).toEqual([]);
    expect(reportOf({ poll: true }).samples).toEqual([]);
    expect(reportOf({ confirmations: [] }).samples).toEqual([]);
    expect(reportOf({ poll: true, events: ['alarm'] }).samples).toHaveLength(1);
    expect(reportOf({}).samples).toHaveLength(1);
  });
});

describe('the message of a sensor', () => {
  it('names it by its id, and an id that is none is kept', () => {
    expect(reportOf({ events: ['wanderer'], sensor: 4100010 }).samples).toMatchObject([
      { metyId: 22, sensor: '4100010' },
    ]);
    const [sample] = reportOf({ events: ['wanderer'], sensor: 'a b' }).samples;
    expect(sample).toMatchObject({ metyId: 22, unknown: { sensor: 'a b' } });
    expect(sample).not.toHaveProperty('sensor');
  });
});

const examples: { readonly [K in SensorCommand['kind']]: Extract<SensorCommand, { kind: K }> } = {
  syncSensors: { kind: 'syncSensors' },
  startLearning: { kind: 'startLearning', seconds: 180 },
  stopLearning: { kind: 'stopLearning' },
  startWalkTest: { kind: 'startWalkTest', seconds: 1800 },
  stopWalkTest: { kind: 'stopWalkTest' },
  addSensor: { kind: 'addSensor', gatewayId: '42', name: 'Bad' },
  editSensor: {
    kind: 'editSensor',
    gatewayId: '42',
    changes: { name: 'Bad', functionCode: '32', functionType: null, eventConfig: defaultEventConfig(7) },
  },
  deleteSensor: { kind: 'deleteSensor', gatewayId: '42' },
  connectBaseStation: { kind: 'connectBaseStation', gatewayId: '42' },
  captureImage: { kind: 'captureImage', gatewayId: '42' },
};

describe('a command in an answer', () => {
  it.each(sensorCommands.map(({ kind }) => kind))('%s arrives as it was given', (kind) => {
    const body = http.commands?.write(examples[kind], '17') ?? '';
    expect(readCommands(body)).toEqual([{ ref: '17', command: examples[kind] }]);
    expect(http.commands?.carries(examples[kind])).toBe(true);
  });

  it.each(['reboot', 'factoryReset'] as const)('may be %s, as one about settings or sensors', (kind) => {
    expect(readCommands(http.commands?.write({ kind }, '17') ?? '')).toEqual([{ ref: '17', command: { kind } }]);
  });

  it('is none that the protocol has no words for', () => {
    expect(http.commands?.carries({ kind: 'findMe' })).toBe(false);
    expect(http.commands?.write({ kind: 'findMe' }, '17')).toBeNull();
    expect(readCommands('')).toEqual([]);
    expect(readCommands('{"commands":[{"ref":"1","command":"dance"},7]}')).toEqual([]);
  });

  it('is confirmed, or refused with the words of the device', () => {
    const confirmations = [
      { ref: '17', ok: true },
      { ref: '18', ok: false, detail: 'no such sensor' },
    ];
    const received = http.read(writeRequest({ samples: [], confirmations }, sender));
    expect(received).toMatchObject({ report: { confirmations, samples: [] } });
    const odd = [
      { ref: '17', ok: 'maybe' },
      { ref: '17' },
      { ok: true },
      'yes',
      { ref: '19', ok: false, detail: 'x'.repeat(200) },
    ];
    expect(reportOf({ confirmations: [{ ref: 17, ok: 'true' }] }).confirmations).toEqual([{ ref: '17', ok: true }]);
    expect(reportOf({ confirmations: odd }).confirmations).toEqual([{ ref: '19', ok: false, detail: 'x'.repeat(100) }]);
  });
});
