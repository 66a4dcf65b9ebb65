import { images } from '@varde/catalogue/testing/images';
import { testPassword } from './factories.ts';
import { resetOrder } from './reset-order.ts';

const newPassword = 'fjellrev spiser blåbær';
const ours = 1; // the first customer of the test's database
/** Of the customer's notification list. */
export const listRev = 7;
/** A browser that subscribes to push messages; the keys are those of the example in RFC 8291. */
export const testBrowser = {
  endpoint: 'https://push.test.example/a',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};
const policies = [{ role: 'TRACKER', custId: ours }];
const user = {
  firstName: 'Ny',
  lastName: 'Bruker',
  mobile: null,
  language: 'nb',
  custId: ours,
  temporaryUntil: 4_000_000_000_000,
};
const customer = {
  firmName: 'Fremmed',
  market: 1,
  orgNumber: null,
  reference: null,
  address: null,
  billingAddress: null,
  defaultAhp: null,
  parentId: ours,
};
const view = { name: 'Min', custId: null, content: { filter: {}, sort: 'default', columns: ['name'] } };
const receiver = {
  ...{ name: 'Fremmed', mobile: '+4791234567', email: null, events: [], channels: ['sms'] },
  ...{ hours: null, waitSeconds: 60 },
};
const eventConfig = {
  ...{ active: true, delay: 0, allowedOpenTime: 0, powerFailureReportDelay: 0, supervision: 0 },
  ...{ voiceSatellite: null, schedule: [] },
};
const consent = { state: 'given', saidAt: null, note: '' };

/** Valid bodies of the calls that have one, for our customer where they name one. */
export const refusalBodies: { readonly [call: string]: unknown } = {
  'account.saveProfile': { firstName: 'Kari', lastName: 'Nordmann', mobile: '', language: 'nb', theme: null },
  'account.renewRecoveryCodes': { password: newPassword },
  'account.beginTwoFactor': { password: newPassword },
  'account.endTwoFactor': { password: newPassword },
  'account.changePassword': { currentPassword: testPassword, password: newPassword },
  'account.addPushBrowser': testBrowser,
  'account.createApiKey': { name: 'Fremmed', expiresAt: null, password: newPassword },
  'account.leavePushBrowser': { endpoint: testBrowser.endpoint },
  'account.acceptGdpr': { username: 'owner@test.example' },
  'devices.addIdentity': { protocol: 'eview', identity: '861111111111111' },
  'devices.renameDevice': { deviceName: 'Fremmed' },
  'devices.setUserTag': { userTag: 'GPS' },
  'devices.setVardeAsReceiver': { vardeAsReceiver: true },
  'devices.updateTraining': { status: true },
  'devices.saveUserImage': { file: images['image/png'] },
  'indoorLocations.saveIndoorLocation': {
    ...{
      inloId: 0,
      rev: 0,
      deviId: 0,
      custId: ours,
      name: 'Fremmed',
      latLng: '59.91000,10.75000',
      address: '',
    },
    indoorLocationDevices: [
      {
        type: 'W',
        macAddress: '02:ad:24:49:ea:61',
        name: '',
        scannedTime: null,
        signalStrength: -60,
        add: false,
      },
    ],
  },
  'indoorLocations.saveIndoorLocationName': { name: 'Fremmed' },
  'devices.saveKnownMac': { location: 'Fremmed', address: '' },
  'alarms.escalateAlarm': { claimedBy: 1 },
  'alarms.handOverAlarm': { claimedBy: 1, userId: 2 }, // which the first user has claimed just before
  'views.createView': view,
  'views.updateView': { ...view, custId: ours },
  'alarms.releaseAlarm': { claimedBy: 2 },
  'sharing.shareAlarm': { deviceId: 1, recipients: 'ny@test.example' },
  'eventSetup.saveEventSetup': { rev: 0, receivers: [receiver] },
  'eventSetup.saveCustomerEventSetup': { rev: listRev, receivers: [receiver] },
  'eventSetup.setAhp': { ahpId: null },
  'webHooks.addWebHook': { url: 'https://hooks.test.example/', events: ['alarmRaised'] },
  'webHooks.changeWebHook': { url: 'https://hooks.test.example/', events: ['alarmRaised'] },
  'alarms.resetAlarm': resetOrder(),
  'commands.performAction': {},
  'deviceLife.saveDeletionRule': { allowDeviceDeletes: true },
  'deviceLife.switchDevice': { serialNum: 'LAGER1' },
  'newDevices.addDevice': {
    deviceSerialNumber: 'LAGER2',
    deviceName: 'Fremmed',
    custId: ours,
    twinOf: null,
    unit: null,
  },
  'messages.sendMessage': { message: 'Fremmed' },
  'newDevices.importDevices': {
    rows: [
      {
        line: 2,
        serial: 'LAGER2',
        name: 'Fremmed',
        customer: 'Hemmelig enhet og kunde',
        tag: '',
        note: '',
        hardware: '',
        identity: '',
        phone: '',
      },
    ],
    dryRun: false,
  },
  'sensors.addSensor': { serialNumber: 'FREMMED1', name: 'Fremmed' },
  'sensors.editSensorName': { name: 'Fremmed' },
  'sensors.editSensorFunction': { deviceFunction: '31', funcType: null, eventConfig },
  'sensors.editSensorType': { deviceType: '4' },
  'sensors.saveSensorEventConfig': { eventConfig },
  'sensors.processSensor': { deviceType: '4', deviceFunction: '31', funcType: null, eventConfig },
  'sensors.captureImage': { gatewayId: 'HEMMELIG5' },
  'sensors.connectBaseStation': { gatewayId: 'HEMMELIG6' },
  'sensors.addLearningSensor': { gatewayId: 'FREMMED2', rssi: null },
  'geocoding.saveAddress': { lat: 59.91, lng: 10.75, address: 'Fremmed 1' },
  'customers.saveAddressLookup': { own: 'forbidden' },
  'geofences.saveGeofence': {
    geofence: {
      ...{ id: 0, name: 'Fremmed', enabled: true, enabledTime: false, enabledTimeFrom: 0, enabledTimeTo: 0 },
      ...{ radius: 200, polygon: false, circle: true, vertices: [{ lat: 60, lng: 10 }], delayMinutes: 0 },
      ...{ indoor: false, inloIds: [], alertByCall: false },
      ...{ share: false, sharedCustId: null },
    },
  },
  'geofences.saveDefaultGeofences': { geofences: [] },
  'notes.saveNote': { id: 0, note: '', sms: false },
  'settings.saveSettings': { values: { heartbeatInterval: 10 } },
  'settings.keepReportedSettings': { values: {} },
  'settings.previewSettings': { deviIds: [1, 2, 3], values: { heartbeatInterval: 10 } },
  'settings.saveDefaultSettings': { values: { heartbeatInterval: 10 } },
  'settings.previewDefaultSettings': { deviIds: [1, 2, 3] },
  'users.createUser': { ...user, username: 'ny@test.example', policies },
  'users.updateUser': user,
  'users.setUserPolicies': { policies },
  'users.setUserFlags': { beta: true, translator: false },
  'users.setUserActivation': { active: true },
  'registration.rejectRegistration': { reason: 'Nei' },
  'partners.savePartnerPrices': { amounts: { rent: 19_900 } },
  'coupons.createCoupon': { note: '', maxUses: 1, validUntil: null },
  'customers.createCustomer': { ...customer, kind: 'district' },
  'customers.updateCustomer': customer,
  'customers.saveAlarmCentre': { takesAlarms: true, answerSeconds: 120, orderUrl: null },
  'customers.saveNationalIntegration': { nationalUuid: null },
  'customers.moveCustomer': { parentId: null },
  'customers.saveCustomerImage': { image: images['image/png'] },
  'assignments.assignDevice': { custId: ours },
  'assignments.saveOrganisation': { custId: ours, updateAhp: false },
  'audit.saveAuditRetention': { days: 30 },
  'customers.savePositionRetention': { days: 30 },
  'rolePolicies.saveRolePolicy': {
    role: 'TRACKER',
    policy: 'NAME_CHANGE',
    status: 'active',
    information: null,
  },
  'personalData.recordUserConsent': { ...consent, kind: 'email' },
  'personalData.recordWearerConsent': { ...consent, kind: 'positions' },
  'personalData.eraseUser': { confirmation: 'meant@test.example' },
  'personalData.eraseWearer': { confirmation: 'HEMMELIG1', replaceName: false },
};

/** Queries of calls and topics that require one. */
export const refusalQueries: { readonly [call: string]: string } = {
  'devices.exportDevices': '?timeZone=UTC',
  'devices.listMapDevices': '?west=-180&south=-90&east=180&north=90&zoom=20',
  'mapTiles.getMapCopyright': '?language=nb&west=5&south=62&east=7&north=63&zoom=8',
  'alarms.exportAlarms': '?timeZone=UTC',
  'transactions.exportTransactions': '?timeZone=UTC',
  'customers.listMessageCosts': '?timeZone=UTC',
  'geocoding.getAddress': '?lat=59.91&lng=10.75',
  'geocoding.searchAddresses': '?text=Storgata',
  'geocoding.completeAddress': '?text=Storg',
  'alarms.getAnswerTimes': `?timeZone=UTC&by=customer&from=0&to=${Date.UTC(1971, 0)}`,
  'deviceLife.findReplacement': '?serialNum=LAGER1',
  'newDevices.findStock': '?serialNum=LAGER1',
  'topic mapMoves': 'uuid=00000000-0000-8000-8000-000000000000',
  'users.explainAccess': `?custId=${ours}`,
};
