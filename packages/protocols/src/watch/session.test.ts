import { describe, expect, it } from 'vitest';
import { present } from '../present.ts';
import { receiveUntouched } from '../testing/receiving.ts';
import { bytesOf, textOf } from './frame.ts';
import { decodeCommand, parseWatchFrame, watch } from './index.ts';

const now = Date.UTC(2026, 0, 15);
const place = '150126,120000,A,59.911491,N,10.7579330,E,3.6,90.0,10.0,9,80,55,1200,3';

function receive(content: string, prefix = '[3G*8800000015*') {
  const length = content.length.toString(16).padStart(4, '0');
  const result = receiveUntouched(watch, watch.initialState, bytesOf(`${prefix}${length}*${content}]`), now);
  if (result.type === 'malformed') throw new Error(result.reason);
  return { ...result, replies: result.replies.map(textOf), sample: result.report.samples[0] };
}

/** What the messages of one connection change, in order: battery, steps and heart rate; and what is kept as sent. */
function heardOf(...contents: string[]) {
  let { initialState: state } = watch;
  return contents.map((content) => {
    const length = content.length.toString(16).padStart(4, '0');
    const frame = bytesOf(`[3G*8800000015*${length}*${content}]`);
    const result = receiveUntouched(watch, state, frame, now);
    if (result.type === 'malformed') throw new Error(result.reason);
    state = result.state;
    const { battery, steps, health, unknown } = result.report.samples[0] ?? {};
    return present({ battery: battery?.level, steps, ...health, unknown });
  });
}
/** A position with this battery, these steps and this status. */
const ud = (battery: number, steps = 0, status = '00000000') =>
  `UD,060926,121748,A,52.1,N,5.1,E,0.0,000,0,8,80,${battery},${steps},0,${status}`;

describe('a word whose values come in several orders', () => {
  it('LK of firmware with the battery in the middle is read as what the position before it said', () => {
    expect(heardOf(ud(99), 'LK,0,97,0', 'LK,0,96,0', 'LK,120,90,0')).toEqual([
      { battery: 99, steps: 0 },
      { battery: 97, steps: 0 },
      { battery: 96, steps: 0 },
      { battery: 90, steps: 120 },
    ]);
  });

  it('LK before any position changes no battery where its last value is an empty one', () => {
    expect(heardOf('LK,0,97,0', ud(99), 'LK,0,97,0')).toEqual([
      { steps: 0, unknown: { LK: '0,97,0' } },
      { battery: 99, steps: 0 },
      { battery: 97, steps: 0 },
    ]);
  });

  it.each([
    ['LK,50,100,100', { steps: 50, battery: 100, unknown: { tumbles: '100' } }],
    ['LK,0,10,100', { steps: 0, battery: 100, unknown: { tumbles: '10' } }],
    ['LK,0,1255,99', { steps: 0, battery: 99, unknown: { tumbles: '1255' } }],
    ['LK,0,0,0', { steps: 0, battery: 0 }],
    ['LK,0,300,0', { steps: 0, battery: 0, unknown: { tumbles: '300' } }],
  ])('%s alone is read as the maker describes it', (content, expected) => {
    expect(heardOf(content)).toEqual([expected]);
  });

  it.each([
    ['the maker’s order', ud(60), 'LK,0,3,58', { battery: 58, unknown: { tumbles: '3' } }],
    ['much nearer than the other', ud(60), 'LK,0,0,40', { battery: 40 }],
    ['both agree', ud(60), 'LK,0,58,62', { unknown: { LK: '0,58,62' } }],
    ['none agrees', ud(90), 'LK,0,0,4', { unknown: { LK: '0,0,4' } }],
    ['empty beside a full one', ud(90), 'LK,0,0,0', { unknown: { LK: '0,0,0' } }],
    ['charged meanwhile', ud(30), 'LK,0,97,0', { unknown: { LK: '0,97,0' } }],
    ['two values', ud(90), 'LK,0,88', { battery: 88 }],
  ])('LK is read by the battery of the position: %s', (_what, before, content, expected) => {
    expect(heardOf(before, content)[1]).toEqual({ steps: 0, ...expected });
  });

  it('an order that has agreed once is kept when the battery has changed a lot', () => {
    expect(heardOf(ud(30), 'LK,0,29,0', 'LK,0,97,0').at(-1)).toEqual({ battery: 97, steps: 0 });
    expect(heardOf(ud(90), 'LK,0,0,89', 'LK,0,0,20').at(-1)).toEqual({ battery: 20, steps: 0 });
  });

  it('LK with two values alone, or beside a battery that does not agree, changes nothing', () => {
    expect(heardOf(ud(90), 'LK,0,10')[1]).toEqual({ unknown: { LK: '0,10' } });
    expect(heardOf('LK,0,100')).toEqual([{ unknown: { LK: '0,100' } }]);
  });

  it('a battery of 0 % beside a full one, or that the watch does not call low, changes nothing', () => {
    expect(heardOf(ud(99), ud(0))[1]).toEqual({ steps: 0, unknown: { battery: '0' } });
    expect(heardOf(ud(99), ud(0, 0, '00000001'))[1]).toEqual({ steps: 0, unknown: { battery: '0' } });
    expect(heardOf(ud(0))[0]).toEqual({ steps: 0, unknown: { battery: '0' } });
    expect(heardOf(ud(0, 0, '00000001'))[0]).toMatchObject({ battery: 0 });
    expect(heardOf(ud(4, 0, '00000001'), ud(0, 0, '00000001'))[1]).toMatchObject({ battery: 0 });
  });

  it('LK without steps does not take back those of a position; a position does', () => {
    expect(heardOf(ud(99, 4500), 'LK,0,0,98', 'LK,4510,0,98', ud(98, 0), 'LK,0,0,98')).toMatchObject([
      { steps: 4500 },
      { battery: 98, unknown: { LK: '0,0,98' } },
      { steps: 4510 },
      { steps: 0 },
      { steps: 0, battery: 98 },
    ]);
    expect(heardOf(ud(99, 4500), 'LK,0,0,98')[1]).not.toHaveProperty('steps');
  });

  it('a position from the memory of the watch says nothing of now', () => {
    expect(heardOf(ud(99).replace('UD', 'UD2'), 'LK,0,97,0')[1]).toEqual({
      steps: 0,
      unknown: { LK: '0,97,0' },
    });
  });

  it('what another watch said on the same connection does not count', () => {
    const first = receiveUntouched(watch, watch.initialState, bytesOf(`[3G*8800000015*0000*${ud(99)}]`), now);
    const second = receiveUntouched(watch, first.state, bytesOf('[3G*8800000016*0009*LK,0,97,0]'), now);
    expect(second).toMatchObject({ report: { samples: [{ unknown: { LK: '0,97,0' } }] } });
  });

  it.each([
    [['bphrt,120,79,73,,,,'], { systolic: 120, diastolic: 79, heartRate: 73 }],
    [['BLOOD,68,109'], { systolic: 109, diastolic: 68 }],
    [['heart,60', 'bphrt,72,120,79'], { systolic: 120, diastolic: 79, heartRate: 72 }],
    [['heart,74', 'bphrt,79,120,72'], { unknown: { bphrt: '79,120,72' } }],
    [['heart,50', 'bphrt,79,120,52'], { systolic: 120, diastolic: 79, heartRate: 52 }],
    [['bphrt,72,120,79'], { unknown: { bphrt: '72,120,79' } }],
    [['oxygen,0,98'], { spo2: 98 }],
    [['oxygen,98'], { spo2: 98 }],
    [['oxygen,98,0'], { spo2: 98 }],
    [['oxygen,0'], {}],
    [['btemp2,1,36.5'], { temperature: 36.5 }],
    [['btemp2,36.5'], { temperature: 36.5 }],
    [['BTEMP2,36.5,C'], { temperature: 36.5 }],
    [['btemp2,36.5,1'], { temperature: 36.5 }],
    [['btemp2,1,0'], {}],
    [['BTEMP2,65535,00'], {}],
  ])('%o is read as %o', (contents, expected) => {
    expect(heardOf(...contents).at(-1)).toEqual(expected);
  });
});

it('a report of networks that holds nothing for Varde is answered, because the watch repeats it until then', () => {
  expect(receive('WIFIINFOUP,home,1').replies).toEqual([expect.stringMatching(/\*WIFIINFOUP\]$/)]);
});

describe('an alarm from a watch', () => {
  it('is an SOS and a low battery when the status says 00010001', () => {
    const { sample } = receive(`AL,${place},00010001`);
    expect(sample?.events.map(({ code }) => code)).toEqual(['sos']);
    expect(sample?.states).toMatchObject({ lowBattery: true });
  });

  it('has an event for every alarm bit, and is shown as the most urgent of them', () => {
    const { sample } = receive(`AL,${place},807F0000`);
    expect(sample?.metyId).toBe(3);
    expect(sample?.events.map(({ code }) => code)).toEqual([
      'sos',
      'fall',
      'abnormalHeartRate',
      'watchRemoved',
      'geofenceLeft',
      'geofenceEntered',
      'lowBattery',
      'bit31',
    ]);
  });

  it.each([
    ['no body at all', 'AL'],
    ['a body that is nonsense', 'AL_LTE,what,is,this'],
    ['an impossible date', `AL,991399,256199${place.slice(13)},00000000`],
    ['a status that cannot be read', `AL,${place},zzz`],
    ['no bit that is known', `ALCUSTOMER1,${place},00000000`],
    ['lower case', `al,${place},00000000`],
  ])('is raised with %s', (_what, content) => {
    const { sample, replies } = receive(content);
    expect(sample?.events.map(({ code }) => code)).toEqual(['alarm']);
    expect(replies).toHaveLength(1);
  });

  it('is raised beside an unknown alarm bit', () => {
    const { sample } = receive(`AL,${place},01000000`);
    expect(sample?.events.map(({ code }) => code)).toEqual(['alarm', 'bit24']);
  });

  it('is the unknown bit when the others only report the battery, the wrist or a fence', () => {
    const { sample } = receive(`AL,${place},00820000`);
    expect(sample?.metyId).toBe(1);
    expect(sample?.events).toMatchObject([
      { metyId: 1, code: 'bit23' },
      { metyId: 6, code: 'lowBattery' },
    ]);
    expect(receive(`AL,${place},00A00000`).sample?.events).toMatchObject([
      { metyId: 3, code: 'fall' },
      { metyId: 120, code: 'bit23' },
    ]);
    expect(receive(`UD,${place},00820000`).sample?.events).toMatchObject([{ metyId: 6 }, { metyId: 120 }]);
  });

  it.each(['AL10', 'AL_', 'AL_LTE', 'AL_LTE_V2', 'AL_WCDMA', 'al2', 'ALCUSTOMER1'])(
    'is %s, with a fix or without, and is answered with AL',
    (word) => {
      for (const content of [word, `${word},${place},00010000`]) {
        const { sample, replies } = receive(content);
        expect(sample?.metyId).toBe(1);
        expect(replies).toEqual([expect.stringMatching(/\*AL\]$/)]);
      }
    },
  );

  it.each(['ALARM', 'ALL', 'ALR_V2'])('is %s only with a fix, because the word alone may be anything', (word) => {
    const { sample, replies } = receive(`${word},${place},00010000`);
    expect(sample?.events[0]?.code).toBe('sos');
    expect(replies).toEqual([expect.stringMatching(/\*AL\]$/)]);
    for (const content of [word, `${word},1,2,3`]) {
      expect(receive(content)).toMatchObject({ replies: [], sample: { metyId: 199, events: [] } });
    }
  });

  it('is found in a position of the backlog too', () => {
    const { sample } = receive(`UD2,${place},00200000`);
    expect(sample).toMatchObject({ metyId: 3, historical: true });
  });

  it('is never made of states alone', () => {
    expect(receive(`UD,${place},0000FFFF`).sample).toMatchObject({ metyId: 5, events: [] });
  });
});

describe('a retry', () => {
  it('has the same key as the first try, and a new press has another', () => {
    const first = receive(`AL,${place},00010000`);
    expect(receive(`AL,${place},00010000`).retryKey).toBe(first.retryKey);
    expect(receive(`AL,${place.replace('120000', '120001')},00010000`).retryKey).not.toBe(first.retryKey);
  });

  it('is recognised for good when it is a position, and for a minute when it is an alarm, whose clock may be stopped', () => {
    const unset = place.replace('150126,120000', '010100,000000');
    expect(receive(`UD,${place},00000000`).timed).toBe(true);
    for (const content of [`AL,${unset},00010000`, `AL,${place},00000000`, `UD,${place},00010000`]) {
      expect(receive(content)).toMatchObject({ retryKey: expect.any(String), timed: false });
    }
  });

  it('is not recognised in messages without a time, because a second press would look the same', () => {
    for (const content of ['AL', 'LK', 'heart,71']) {
      expect(receive(content)).toMatchObject({ retryKey: null, timed: false });
    }
  });
});

describe('a position', () => {
  it('is never 0,0 and never made of filler values', () => {
    const zero = receive('UD,150126,120000,A,0.0,N,0.0,E,22.0,0,-1,9,80,55,0,0,00000000');
    expect(zero.sample?.position).toBeUndefined();
    const filler = receive('UD,150126,120000,A,59.9,N,10.7,E,22.0,0,-1,9,80,55,0,0,00000000');
    expect(filler.sample?.position).toEqual({ lat: 59.9, lng: 10.7, source: 'gps', numSatellites: 9 });
  });

  it('reads cells in hexadecimal and omits empty values', () => {
    const { sample } = receive(`UD,${place},00000000,2,255,242,1,55C0,12,-80,7605,,90`);
    expect(sample?.cells).toEqual([{ mcc: 242, mnc: 1, lac: 0x55c0, cid: 12, signalStrength: -80 }]);
  });
});

describe('an impossible or unreadable value', () => {
  const fields = '150126,120000,A,59.911491,N,10.7579330,E,3.6,90.0,10.0,9,80,55,1200,3,00000000'.split(',');
  const unknownWith = (changes: Record<number, string>, more = '') => {
    const changed = fields.map((field, index) => changes[index] ?? field);
    return receive(`UD,${changed.join(',')}${more}`).sample?.unknown;
  };

  it('is absent in an ordinary position, except the number of tumbles', () => {
    expect(unknownWith({})).toEqual({ tumbles: '3' });
    expect(unknownWith({ 14: '0' })).toBeUndefined();
  });

  it.each([
    ['a battery of more than 100 %', { 12: '101' }, { battery: '101' }],
    ['a signal of more than 100', { 11: '101' }, { gsmStrength: '101' }],
    ['a speed of no person', { 7: '2001' }, { speed: '2001' }],
    ['a course beyond the circle', { 8: '361' }, { course: '361' }],
    ['an altitude of no mountain', { 9: '-20001' }, { altitude: '-20001' }],
    ['too many satellites', { 10: '101' }, { satellites: '101' }],
    ['words in the place of numbers', { 7: 'fast', 12: 'full' }, { speed: 'fast', battery: 'full' }],
    ['coordinates that are none', { 3: 'north', 5: 'east' }, { implausiblePlace: 'north east' }],
    ['a place beyond the pole', { 3: '91.0' }, { implausiblePlace: '91 10.757933' }],
    ['coordinates without a fix', { 2: 'V' }, { placeWithoutFix: '59.911491 10.757933' }],
    ['a time that is none', { 0: '999999' }, { time: '999999,120000' }],
  ])('is kept beside the position: %s', (_what, changes, unknown) => {
    expect(unknownWith({ 14: '0', ...changes })).toEqual(unknown);
  });

  it('is kept of cells and access points too: strengths that no radio receives, malformed addresses', () => {
    const scans = ',3,1,242,1,10,20,-45,11,21,-44,12,22,151,2,home,02:ad:24:49:ea:60,-9,x,nowhere,-60';
    expect(unknownWith({ 14: '0' }, scans)).toEqual({
      cellSignals: '11/21: -44, 12/22: 151',
      accessPointSignals: '02:ad:24:49:ea:60: -9',
      accessPoints: 'x nowhere -60',
    });
    expect(unknownWith({ 14: '0' }, ',2,1,242,1,10,20,-150,11,21,45')).toBeUndefined();
    expect(unknownWith({ 14: '0' }, ',1,1,242,,10,20,-90')).toEqual({ cells: '242,,10,20,-90' });
  });

  it('is kept of readings, but not the 0 and 1 that watches send for a missing one', () => {
    expect(receive('heart,301').sample).toMatchObject({ metyId: 2, unknown: { heartRate: '301' } });
    for (const value of [0, 1]) expect(receive(`heart,${value}`).sample).not.toHaveProperty('unknown');
    expect(receive('LK,10,4,101').sample).toMatchObject({
      steps: 10,
      unknown: { battery: '101', tumbles: '4' },
    });
  });

  it('is kept of settings each time that a name comes', () => {
    expect(receive('CONFIG,TY:g75,UL:300,XX:1,XX:2').sample?.unknown).toEqual({
      TY: 'g75',
      XX: '1',
      'XX#2': '2',
    });
  });
});

describe('answers and commands', () => {
  it.each([
    ['INIT', 'INIT,1'],
    ['LK,1,2,90', 'LK'],
    ['TKQ2', 'TKQ2'],
    ['TK,#!AMR', 'TK,1'],
    ['BLOOD,120,80', 'BLOOD'],
    ['oxygen,0,97', 'oxygen,1'],
    ['RYIMEI,1234', 'RYIMEI'],
  ])('%s is answered with %s, in the letters and numbers of the frame', (content, answer) => {
    const length = answer.length.toString(16).padStart(4, '0');
    expect(receive(content, '[ZJ*014111001350304*00a7*').replies).toEqual([
      `[ZJ*014111001350304*00a7*${length}*${answer}]`,
    ]);
  });

  it.each(['UD', 'WT', 'img,5,260115120000,xx', 'FIND', 'TK,1', 'NEWS'])('%s is not answered', (content) => {
    expect(receive(content).replies).toEqual([]);
  });

  it.each([
    ['FIND', { ref: 'FIND', ok: true }],
    ['TK,0', { ref: 'TK', ok: false, detail: '0' }],
  ])('%s confirms a command', (content, confirmation) => {
    expect(receive(content).report).toEqual({ samples: [], confirmations: [confirmation] });
  });

  it.each([
    ['VERNO,G29_BASE_V1.00_2014.04.23_17.46.49', 1],
    ['verno,G75_V12', 12],
    ['TS,ver:G4C_EMMC_V3_2023.11.10; ID:8800000015; lk:300', 3],
    ['VERNO,A6C_D41', undefined],
    ['VERNO,G75_V20141', undefined],
  ])('%s gives firmware %s, and is logged as sent', (content, firmware) => {
    const { report } = receive(content);
    const [word = '', ...words] = content.split(',');
    expect(report.firmware).toBe(firmware);
    expect(report.samples).toEqual([
      { metyId: 18, events: [], at: null, historical: false, unknown: { [word]: words.join(',') } },
    ]);
    expect(report.confirmations).toMatchObject([{ ref: word.toUpperCase(), ok: true }]);
  });

  it('without a version give none and are not stored', () => {
    for (const content of ['VERNO', 'VERNO,', 'FIND', 'UPLOAD,G29_V1'])
      expect(receive(content).report).toMatchObject({ samples: [] });
    expect(receive('UPLOAD,G29_V1').report).not.toHaveProperty('firmware');
  });

  it.each([
    [{ kind: 'startTracking' as const, minutes: 60, values: { trackingInterval: 60 } }, 'UPLOAD,60'],
    [{ kind: 'stopTracking' as const, values: { trackingInterval: 300 } }, 'UPLOAD,300'],
  ])('[D4.060] %j is sent as the report interval', (command, content) => {
    const sent = watch.send(receive('LK').state, command);
    if (sent.type !== 'sent') throw new Error(sent.reason);
    expect(new TextDecoder().decode(sent.bytes)).toContain(`*${content}]`);
    expect(receive('UPLOAD').report.confirmations).toEqual([{ ref: sent.ref, ok: true }]);
  });

  it.each([
    [{ kind: 'findMe' as const }, 'FIND'],
    [{ kind: 'locate' as const }, 'CR'],
    [{ kind: 'requestBloodPressure' as const }, 'hrtstart,1'],
    [{ kind: 'writeSettings' as const, values: { heartRateInterval: 5 } }, 'hrtstart,300'],
    [{ kind: 'writeSettings' as const, values: { heartRateInterval: 0 } }, 'hrtstart,0'],
    [
      {
        kind: 'writeSettings' as const,
        values: { heartRateBloodPressureSetting: true, bloodPressureInterval: 60 },
      },
      'HEALTHAUTOSET,1,1,3600',
    ],
    [{ kind: 'writeSettings' as const, values: { devicePedometer: false } }, 'PEDO,0'],
    [{ kind: 'writeSettings' as const, values: { ringingOn: true, vibrationOn: true } }, 'profile,1'],
    [{ kind: 'writeSettings' as const, values: { ringingOn: true, vibrationOn: false } }, 'profile,2'],
    [{ kind: 'writeSettings' as const, values: { ringingOn: false, vibrationOn: true } }, 'profile,3'],
    [{ kind: 'writeSettings' as const, values: { ringingOn: false, vibrationOn: false } }, 'profile,4'],
    [{ kind: 'reboot' as const }, 'RESET'],
    [{ kind: 'factoryReset' as const }, 'FACTORY'],
    [{ kind: 'writeSettings' as const, values: { trackingInterval: 300 } }, 'UPLOAD,300'],
    [{ kind: 'writeSettings' as const, values: { fallDownAlert: true, fallDownSensitivity: 0 } }, 'FALLDOWN,1,0'],
  ])('%o is sent as %s, and decoded so by the watch', (command, content) => {
    const { state } = receive('LK');
    const sent = watch.send(state, command);
    if (sent.type !== 'sent') throw new Error(sent.reason);
    const length = content.length.toString(16).padStart(4, '0');
    const own = textOf(sent.bytes).replace('[3G*8800000015*0002*TS]', '');
    expect(own).toBe(`[3G*8800000015*${length}*${content}]`);
    expect(receive(sent.ref ?? '').report.confirmations).toEqual([{ ref: sent.ref, ok: true }]);
    const frame = parseWatchFrame(bytesOf(own));
    expect('malformed' in frame ? null : decodeCommand(frame.content)).toEqual(command);
  });

  it('to measure the heart rate are those to measure the blood pressure: a watch measures both, and confirms in either case', () => {
    const { state } = receive('LK');
    const sent = watch.send(state, { kind: 'requestHeartRate' });
    expect(sent).toEqual(watch.send(state, { kind: 'requestBloodPressure' }));
    for (const word of ['hrtstart', 'HRTSTART'])
      expect(receive(word).report.confirmations).toEqual([{ ref: 'HRTSTART', ok: true }]);
  });

  it('a scan for access points is sent as the question for the position, whose answers list them', () => {
    const sent = watch.send(receive('LK').state, { kind: 'scanWifi' });
    expect(sent.type === 'sent' && textOf(sent.bytes)).toBe('[3G*8800000015*0002*CR]');
    expect(watch.carries({ kind: 'scanWifi' })).toBe(true);
  });

  it('that are several on the wire are confirmed by the answer to the last one [D2.033]', () => {
    const values = { fallDownAlert: true, fallDownSensitivity: 2 };
    const sent = watch.send(receive('LK').state, { kind: 'writeSettings', values });
    if (sent.type !== 'sent') throw new Error(sent.reason);
    expect(textOf(sent.bytes)).toBe('[3G*8800000015*0009*LSSET,2+6][3G*8800000015*000c*FALLDOWN,1,0]');
    expect(sent.ref).toBe('FALLDOWN');
  });

  it.each([
    [{ trackingInterval: 300, fallDownAlert: true }, 'severalWireGroups'],
    [{ phoneNoWhiteList1: '112' }, 'incompleteWireGroup'],
    [{ ringingOn: true }, 'incompleteWireGroup'],
    [{ ringingOn: 1, vibrationOn: true }, 'illegalValue'],
    [{ trackingInterval: 5 }, 'illegalValue'],
    [{ phoneNoWhiteList1: '1,2]', phoneNoWhiteList2: '', phoneNoWhiteList3: '', answerIncoming: 0 }, 'illegalValue'],
    [{ toString: 1 }, 'unknownSetting'],
    [{}, 'noSettings'],
  ])('settings %o are refused: %s', (values, reason) => {
    const { state } = receive('LK');
    expect(watch.send(state, { kind: 'writeSettings', values })).toEqual({ type: 'unsupported', reason });
  });

  it('cannot be sent before the watch has identified itself', () => {
    expect(watch.send(watch.initialState, { kind: 'findMe' })).toEqual({
      type: 'unsupported',
      reason: 'noIdentity',
    });
  });

  it('numbers its own commands 0001 for the models that number their frames', () => {
    const sent = watch.send(receive('LK', '[ZJ*014111001350304*00a7*').state, { kind: 'findMe' });
    expect(sent.type === 'sent' && textOf(sent.bytes)).toBe('[ZJ*014111001350304*0001*0004*FIND]');
  });
});
