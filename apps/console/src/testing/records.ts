import { deviceDetailsOf } from '@varde/catalogue/device-details';
import { posPathOf } from '@varde/catalogue/geofences';
import type { KnownHardware } from '@varde/catalogue/hardware/index';
import { transactionFlags } from '@varde/catalogue/log-rows';
import { settingsFor } from '@varde/catalogue/settings/settings-for';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { typeDetailsOf } from '@varde/catalogue/type-details';
import { type WarningFlags, warningFlags } from '@varde/catalogue/warning-flags';
import type { Alarm, AlarmDetail } from '@varde/contract/alarms';
import type { Customer } from '@varde/contract/customers';
import type { DeviceDetail, ListedDevice } from '@varde/contract/devices';
import type { Receiver } from '@varde/contract/event-setup';
import type { Geofence } from '@varde/contract/geofences';
import type { Transaction } from '@varde/contract/transactions';
import type { User } from '@varde/contract/users';
import type { Output } from '#data/api/call.ts';

const noFlags = Object.fromEntries(warningFlags.map((flag) => [flag, false])) as WarningFlags;

/** The settings of a device, all of its hardware, as the server sends them; for tests. */
export function settingsRecord(
  hardware: KnownHardware,
  { desired = {}, ...fields }: Partial<Omit<Output<'getSettings'>, 'settings'>> & { desired?: SettingValues } = {},
): Output<'getSettings'> {
  const { fiwaNum = null, announced = [] } = fields;
  return {
    deviId: 1,
    dehaId: hardware.dehaId,
    fenced: false,
    market: 1,
    teamAlertLearnUrl: '/help/team-alert',
    teamAlertLearnUrlWatchFive: '/help/team-alert-watch-five',
    deviceEventSetups: null,
    settings: settingsFor(hardware, fiwaNum, announced).map(({ key }) => ({
      ...{ key, desired: desired[key] ?? null, reported: null, reportedAt: null, delivery: null },
      ...{ deviates: false, changed: null, changeable: true },
    })),
    ...{ ...fields, fiwaNum, announced },
  };
}

/** A device of the list as the server sends it, with all abilities; for tests. */
export function deviceRow(fields: Partial<ListedDevice> = {}): ListedDevice {
  return {
    deviId: 1,
    dehaId: 34,
    detyName: 'watch seven',
    deviceName: 'Rom 101',
    deviceSNNum: 'SO000001',
    ownedByCustId: 7,
    ownedByCustName: 'Solvik sykehjem',
    lastMsgIn: null,
    formattedPhoneNumE164: null,
    gsmStrength: null,
    battery: null,
    charging: false,
    tracking: false,
    trackingUntil: null,
    lastTestAt: null,
    connected: true,
    watchRemoved: null,
    hasNote: false,
    noteAddedAt: null,
    userTag: 'NONE',
    userImageVersion: null,
    allowDeviceDeletes: false,
    vardeAsReceiver: false,
    disablePositioning: false,
    twin: 'NONE',
    deviceTwin: null,
    ...noFlags,
    status: 'clear',
    rev: 1,
    abilities: ['map', 'settings', 'transactions', 'phone', 'resetAlarm', 'test'],
    actions: [],
    ...fields,
  };
}

export function deviceDetail(fields: Partial<DeviceDetail> = {}): DeviceDetail {
  const row = { ...deviceRow(), ...fields };
  return {
    ...row,
    ...deviceDetailsOf(row),
    ...typeDetailsOf(row.dehaId),
    firstRegistrationDate: null,
    watchRemovedEnabled: null,
    unknownWords: [],
    autoTracking: null,
    delayDay: null,
    delayNight: null,
    delayMotionless: null,
    callAlert: null,
    geofenceWifiLocationAlert: null,
    posLati: null,
    posLong: null,
    posTime: null,
    posType: null,
    posAccuracy: null,
    place: null,
    fiwaNum: null,
    activatedDate: 1000,
    deviceMac: null,
    deviceImei: null,
    ahpId: null,
    trainingApprovedBy: null,
    trainingApprovedByName: null,
    reachesNobody: false,
    unreachedBecause: null,
    tabs: [
      { key: 'info', place: 'main' },
      { key: 'general', place: 'main' },
      { key: 'alarm', place: 'general' },
    ],
    ...fields,
  };
}

/** Somebody on a notification list, who is told of all alarms by SMS. */
/** A circle that is in use. */
export function geofenceRecord(fields: Partial<Geofence> = {}): Geofence {
  const vertices = fields.vertices ?? [{ lat: 60, lng: 10 }];
  return {
    ...{
      id: 4,
      rev: 1,
      changedBy: 'Ola Berg',
      deviId: 1,
      name: 'Hjem',
      radius: 200,
      enabled: true,
      status: 'inside',
      lastKnownOutside: null,
    },
    ...{ notified: false, enabledTimeFrom: 0, enabledTimeTo: 0, enabledTime: false, share: false },
    ...{ sharedCustId: null, vertices, posPath: posPathOf(vertices), polygon: false, circle: true },
    ...{ editEnabled: true, delayMinutes: 0, alertByCall: false, indoor: false, inloIds: [], index: 0, copy: false },
    ...fields,
  };
}

export function receiverRecord(fields: Partial<Receiver> = {}): Receiver {
  return {
    ...{ receiverId: 1, userId: null, leftOut: null, name: 'Kari', mobile: '+4790000001', email: null },
    ...{
      hasMobile: true,
      hasEmail: false,
      hasBrowser: false,
      hasPin: false,
      isUnconfirmed: false,
      withdrawn: [],
      nextOfKin: null,
      language: 'nb',
      events: [],
      channels: ['sms'],
      hours: null,
      waitSeconds: 60,
    },
    ...fields,
  };
}

export function alarmRecord(fields: Partial<Alarm> = {}): Alarm {
  return {
    alarmId: 1,
    deviId: 1,
    dehaId: 34,
    deviceName: 'Rom 101',
    deviceSNNum: 'SO000001',
    custId: 7,
    custName: 'Solvik sykehjem',
    metyId: 1,
    code: 'sos',
    geofence: null,
    state: 'open',
    happenedAt: 1000,
    receivedAt: 1000,
    late: false,
    lastSignalAt: 1000,
    fromBefore: false,
    signalCount: 1,
    tranId: 1,
    tranSource: 3,
    posLati: null,
    posLong: null,
    posTime: null,
    posType: null,
    posAccuracy: null,
    place: null,
    address: null,
    latestPlace: null,
    latestAddress: null,
    formattedPhoneNumE164: null,
    hasNote: false,
    deviceNote: null,
    claimedBy: null,
    handedOverBy: null,
    claimedAt: null,
    escalatedAt: null,
    escalatedTo: null,
    reach: { told: 0, reached: 0, furthest: null },
    resetBy: null,
    resetAt: null,
    handledBy: null,
    outcome: null,
    note: null,
    abilities: ['claim', 'reset'],
    rev: 1,
    ...fields,
  };
}

/** With one signal, told to nobody. */
export function alarmDetail(fields: Partial<AlarmDetail> = {}): AlarmDetail {
  return {
    ...alarmRecord(),
    ...{ customersAbove: [], told: null, written: [], nextCentre: null },
    signals: [{ code: 'sos', happenedAt: 1000, receivedAt: 2000 }],
    ...fields,
  };
}

export function transactionRecord(fields: Partial<Transaction> = {}): Transaction {
  const record = {
    tranId: 1,
    recTs: 1000,
    deviId: 1,
    dehaId: 34,
    metyId: 5,
    subtypes: [],
    containsSubtypes: false,
    isNotifyEvent: false,
    tranSource: 3,
    direction: 'I' as const,
    deviceTime: 1000,
    historical: false,
    posType: 0,
    posLati: 62.5,
    posLong: 6.1,
    posTime: 1000,
    accuracy: null,
    numSatellites: 9,
    hdop: null,
    gsmStrength: null,
    battery: null,
    place: null,
    address: null,
    addressLookupDone: true,
    inloId: null,
    dekmId: null,
    isNew: false,
    technical: null,
    command: null,
    sensorId: null,
    sensorName: null,
    word: null,
    ...fields,
  };
  return { id: record.tranId, ...transactionFlags(record), ...record };
}

/** A home that the caller may edit. */
export function customerRecord(fields: Partial<Customer> = {}): Customer {
  return {
    custId: 7,
    parentId: null,
    kind: 'home',
    firmName: 'Solvik',
    market: 1,
    orgNumber: null,
    above: [],
    childCount: 0,
    deviceCount: 0,
    abilities: ['edit'],
    reference: null,
    address: null,
    billingAddress: null,
    countryId: 1,
    defaultAhp: null,
    centre: null,
    alarmCentre: null,
    image: null,
    createdAt: 0,
    ...fields,
  };
}

/** An active user with an account, without roles and on whom the caller may do nothing. */
export function userRecord(fields: Partial<User> = {}): User {
  return {
    userId: 3,
    username: 'ola@test.example',
    firstName: 'Ola',
    lastName: 'Li',
    mobile: null,
    beta: false,
    translator: false,
    language: 'nb',
    custId: 7,
    custName: 'Solvik',
    state: 'active',
    invitedUntil: null,
    temporaryUntil: null,
    lastLogin: null,
    createdAt: 0,
    deletedAt: null,
    policies: [],
    otherPolicies: 0,
    abilities: [],
    ...fields,
  };
}
