import { describe, expect, it } from 'vitest';
import { commandKinds, commandLife } from './command-life.ts';
import { hardwareList } from './hardware/index.ts';
import { sensorCommands } from './sensor-commands.ts';
import {
  defaultEventConfig,
  delayOptions,
  powerFailureReportDelays,
  supervisionOptions,
} from './sensor-event-config.ts';
import {
  customAlarmTypes,
  epilepsyTypes,
  functionTypesOf,
  isValidFunctionType,
  medicalAlarmTypes,
  sensorFunctionOf,
} from './sensor-functions.ts';
import { sensorSignalOf } from './sensor-signal.ts';
import { bySensorStatus, type SensorStatus, sensorActionsFor, sensorStatusKeys } from './sensor-statuses.ts';
import {
  functionsOfType,
  isValidFunction,
  mayEditFunction,
  sensorKindOf,
  sensorTypeOf,
  sensorTypes,
  shownSerial,
} from './sensor-types.ts';

describe('types of sensors', () => {
  it.each([
    ['4', 'doorContact'],
    ['33', 'universal'],
    ['SPT-1', 'powerMeter'],
    ['5', 'water'],
    ['7', 'panicButton'],
    ['9', 'pir'],
    ['27', 'pirCamera'],
    ['67', 'smoke'],
    ['20', 'thermostat'],
    ['21', 'pendant'],
    ['32', 'pullCord'],
    ['49', 'dectMobile'],
    ['60', 'fallAlarm'],
    ['65', 'dectMounted'],
    ['78', 'lightBulb'],
    ['109', 'wadc1'],
    ['113', 'vcp'],
    ['Wristband', 'wristband'],
    ['BaseStation', 'baseStation'],
  ])('the code %s is a %s', (code, key) => {
    expect(sensorTypeOf(code)?.key).toBe(key);
  });

  it('the code 0 is an unknown type', () => {
    expect(sensorTypeOf('0')?.key).toBe('unknown');
  });

  it.each(['', '1', '110', 'wristband'])('[D3.044] any other code, %j, is unsupported and has no function', (code) => {
    expect(sensorTypeOf(code)).toBeUndefined();
    expect(functionsOfType(code)).toEqual([]);
    expect(sensorActionsFor({ status: 'ok', typeCode: code, functionCode: 'generic' })).toEqual(['info', 'delete']);
  });

  it('[D3.033] are of home units but those of watches', () => {
    expect(['4', '0', '999', 'Wristband', 'BaseStation'].map(sensorKindOf)).toEqual([
      'homeSensor',
      'homeSensor',
      'homeSensor',
      'wristband',
      'baseStation',
    ]);
  });

  it('[D9.014] a serial number is shown without a trailing zero', () => {
    expect(['4100010', '41000100', '410001', '0'].map(shownSerial)).toEqual(['410001', '4100010', '410001', '']);
  });
});

describe('functions of sensors', () => {
  it.each([
    ['31', 'fridge'],
    ['32', 'wanderer'],
    ['33', 'notBackInBed'],
    ['34', 'notStoodUp'],
    ['35', 'epilepsy'],
    ['36', 'outOfBed'],
    ['39', 'outOfBedroom'],
    ['generic', 'generic'],
    ['medicalAlarm', 'medicalAlarm'],
    ['custom', 'custom'],
    ['-1', 'unknown'],
  ])('the code %s is %s', (code, key) => {
    expect(sensorFunctionOf(code)?.key).toBe(key);
  });

  it('a custom alarm is one of eight message types', () => {
    expect(Object.fromEntries(customAlarmTypes.map(({ key, metyId }) => [key, metyId]))).toEqual({
      userAlarm: 1,
      lowBattery: 111,
      fire: 27,
      fridge: 21,
      geofence: 102,
      fall: 3,
      offline: 7,
      wanderer: 22,
    });
    expect(functionTypesOf('custom')).toEqual(['1', '111', '27', '21', '102', '3', '7', '22']);
  });

  it('[D3.047 D3.048] epilepsy and medical alarms have types of their own, other functions none', () => {
    expect(functionTypesOf('35')).toEqual(['mobile', 'stationary']);
    expect(epilepsyTypes).toEqual(['mobile', 'stationary']);
    expect(functionTypesOf('medicalAlarm')).toEqual([
      'fingerTrigger',
      'headTrigger',
      'swanNeck',
      'lightTrigger',
      'pillowTrigger',
      'respirator',
      'voiceControlled',
      'suckAndBlow',
      'stepMat',
    ]);
    expect(medicalAlarmTypes).toHaveLength(9);
    expect(functionTypesOf('32')).toEqual([]);
  });

  it('[D5.025 D5.026] can be given to a sensor when its type has them, with a type where they have types', () => {
    expect(isValidFunction('33', '35')).toBe(true);
    expect(isValidFunction('4', '35')).toBe(false);
    expect(isValidFunction('33', '-1')).toBe(false);
    expect([null, 'mobile', 'swanNeck'].map((type) => isValidFunctionType('35', type))).toEqual([false, true, false]);
    expect([null, 'mobile'].map((type) => isValidFunctionType('32', type))).toEqual([true, false]);
  });

  it('may be edited for a PIR, and for a sensor that can have another one than generic', () => {
    expect(mayEditFunction('9', '34')).toBe(true);
    expect(mayEditFunction('27', 'generic')).toBe(true);
    expect(mayEditFunction('4', '32')).toBe(true);
    expect(mayEditFunction('67', 'generic')).toBe(false);
    expect(mayEditFunction('7', 'custom')).toBe(false);
    expect(mayEditFunction('7', 'generic')).toBe(true);
  });
});

describe('statuses of sensors', () => {
  const all: SensorStatus[] = [
    ...(['unknown', 'low_battery', 'tamper', 'out_of_order', 'not_found', 'control_error'] as const),
    ...(['pending_create', 'pending_read', 'pending_update', 'pending_delete'] as const),
    ...(['ok', 'proc_req', 'connected', 'disconnected'] as const),
  ];

  it('are fourteen', () => {
    expect([...sensorStatusKeys].sort()).toEqual([...all].sort());
  });

  it('[D4.036] errors come first in the list, the worst at the top', () => {
    const sorted = all.map((status) => ({ status })).sort(bySensorStatus);
    expect(sorted.slice(0, 5).map(({ status }) => status)).toEqual([
      'control_error',
      'not_found',
      'out_of_order',
      'low_battery',
      'tamper',
    ]);
  });

  const actions = (status: SensorStatus, typeCode = '27', functionCode = 'generic') =>
    sensorActionsFor({ status, typeCode, functionCode });

  it('[D4.038] one that is about to be added can only be deleted', () => {
    expect(actions('pending_create')).toEqual(['delete']);
  });

  it('one that is about to be changed has info, and what its type has: a camera alone takes a picture', () => {
    expect(actions('pending_update')).toEqual(['info', 'editFunction', 'captureImage', 'delete']);
    expect(actions('pending_update', '67')).toEqual(['info', 'delete']);
    expect(actions('pending_update', '9')).toEqual(['info', 'editFunction', 'delete']);
  });

  it('[D4.040] one that has to be processed has info, processing and delete', () => {
    expect(actions('proc_req')).toEqual(['info', 'processing', 'delete']);
  });

  it('[D2.087] in every other status a home sensor has info, edit function, capture image with a camera, and delete', () => {
    const special = ['pending_create', 'proc_req'];
    const withCamera = sensorTypes.filter(({ code }) => actions('ok', code).includes('captureImage'));
    expect(withCamera.map(({ key }) => key)).toEqual(['pirCamera']);
    for (const status of all.filter((each) => !special.includes(each))) {
      expect(actions(status)).toEqual(['info', 'editFunction', 'captureImage', 'delete']);
      expect(actions(status, '9')).toEqual(['info', 'editFunction', 'delete']);
    }
  });

  it('[D4.042] in every other status a base station or wristband can only be deleted', () => {
    const special = ['pending_create', 'pending_update', 'proc_req'];
    for (const status of all.filter((each) => !special.includes(each)))
      for (const typeCode of ['Wristband', 'BaseStation'])
        expect(actions(status, typeCode), status).toEqual(['delete']);
  });
});

describe('signals of sensors', () => {
  it.each([
    [0, 'excellent'],
    [-50, 'excellent'],
    [-51, 'veryGood'],
    [-60, 'veryGood'],
    [-61, 'okay'],
    [-67, 'okay'],
    [-68, 'notGood'],
    [-70, 'notGood'],
    [-71, 'unusable'],
  ])('%i dBm of a base station or wristband is %s', (rssi, signal) => {
    expect(sensorSignalOf('baseStation', rssi)).toBe(signal);
    expect(sensorSignalOf('wristband', rssi)).toBe(signal);
  });

  it.each([
    [9, 'excellent'],
    [8, 'veryGood'],
    [7, 'veryGood'],
    [6, 'okay'],
    [5, 'okay'],
    [4, 'notGood'],
    [3, 'notGood'],
    [2, 'unusable'],
    [0, 'unusable'],
  ])('%i of a home sensor is %s', (rssi, signal) => {
    expect(sensorSignalOf('homeSensor', rssi)).toBe(signal);
  });
});

describe('the event config of a sensor', () => {
  it('[C9.25] offers fifteen delays, up to half an hour', () => {
    expect(delayOptions('31')).toEqual([0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 900, 1200, 1500, 1800]);
  });

  it('[C9.26] offers a wanderer sensor shorter delays', () => {
    expect(delayOptions('32')).toEqual([
      0, 10, 20, 30, 40, 50, 60, 120, 180, 240, 300, 420, 480, 540, 600, 900, 1200, 1500, 1800,
    ]);
  });

  it('[C9.27 C9.28 D9.055 D9.056] supervises a sensor for up to a day, and a pendant for up to a week', () => {
    expect(supervisionOptions('4')).toEqual([0, 14400, 18000, 21600, 28800, 43200, 86400]);
    expect(supervisionOptions('21')).toEqual([0, 90000, 172800, 259200, 345600, 432000, 518400, 604800]);
  });

  it('[C9.29 D9.057] offers eight delays for the report of a power failure', () => {
    expect(powerFailureReportDelays).toEqual([0, 180, 300, 600, 900, 1200, 1800, 3600]);
  });

  it('[C4.35] begins with every day, all day', () => {
    const { schedule } = defaultEventConfig(7);
    expect(schedule.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const day of schedule)
      expect(day).toMatchObject({ sensorId: 7, active: true, fromTime: '00:00', toTime: '23:59' });
  });
});

describe('commands about sensors', () => {
  it('are ended by the same job as all others, those of somebody who waits soon', () => {
    for (const { kind } of sensorCommands) expect(commandKinds).toContain(kind);
    expect(commandLife('startLearning')).toMatchObject({ expirySeconds: 120, maxTries: 3 });
    expect(commandLife('editSensor').expirySeconds).toBe(86_400);
  });
});

describe('hardware with sensors', () => {
  it('[D2.079] is told of new ones by serial number or by learning, and STCB units by synchronisation', () => {
    const by = (enrolment: string | null) =>
      hardwareList.filter(({ capabilities }) => capabilities.sensorEnrolment === enrolment).map(({ dehaId }) => dehaId);
    expect(by('learned')).toEqual([13, 22, 26]);
    expect(by('synchronised')).toEqual([32, 33]);
  });
});
