import { type Policy, policies } from '@varde/catalogue/permissions';
import { api } from '@varde/contract/api';
import type { Endpoint } from '@varde/contract/endpoint';
import { liveTopics } from '@varde/contract/live';
import { addTestKey } from '@varde/testing/api-keys';
import { readExpectations } from '@varde/testing/expectation-table';
import { createAlarm, createDevice, createTransaction, createUser } from '@varde/testing/factories';
import { openLiveClient } from '@varde/testing/live-client';
import { type FakeMapService, startMapService } from '@varde/testing/map-service';
import { refusalBodies, refusalQueries } from '@varde/testing/refusal-bodies';
import { createRefusalWorld, ownRoles, type RefusalWorld, secretName } from '@varde/testing/refusal-world';
import { servedRoutes } from '@varde/testing/served-routes';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { generateSecret, generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alarmSignals } from '#domain/alarms/tables.ts';

/**
 * What each call answers to whom. `foreign` administers another customer, `tracker` sees devices of ours, `private` is
 * a private user at a customer of their own. Who is not logged in, who has no policy, and every role of ours without the
 * call's policy is refused by each of them; an alarm-handling partner is
 * refused by none but those below.
 *
 * refused: not at all · nothing: an answer without us in it · own: about themselves · ours: what they may see of us ·
 * public: to everybody the same.
 */
const calls = readExpectations(
  ['foreign', 'tracker', 'private'],
  `
  call                              foreign  tracker  private
  session.login                     public   public   public
  session.logout                    public   public   public
  session.getConfig                 public   public   public
  session.getSession                own      own      own
  account.getProfile                own      own      own
  account.saveProfile               own      own      own
  account.getMapConsent             own      own      own
  account.saveMapConsent            own      own      own
  account.getTwoFactor              own      own      own
  account.confirmTwoFactor          own      own      own
  account.renewRecoveryCodes        own      own      own
  account.beginTwoFactor            own      own      own
  account.endTwoFactor              own      own      own
  account.changePassword            own      own      own
  account.listSessions              own      own      own
  account.endSession                refused  refused  refused
  account.endOtherSessions          own      own      own
  account.getPush                   own      own      own
  account.addPushBrowser            own      own      own
  account.removePushBrowser         refused  refused  refused
  account.leavePushBrowser          own      own      own
  account.listApiKeys               own      own      own
  account.createApiKey              own      refused  own
  account.endApiKey                 refused  refused  refused
  account.forgotPassword            public   public   public
  account.resetPassword             public   public   public
  account.resendVerification        public   public   public
  account.getLoginText              public   public   public
  account.sendGdprEmail             own      own      own
  account.acceptGdpr                refused  refused  refused
  devices.listDevices               nothing  ours     nothing
  devices.listMapDevices            nothing  ours     nothing
  devices.listAllTransactions       nothing  refused  nothing
  devices.exportDevices             nothing  refused  nothing
  devices.getDevice                 refused  ours     refused
  devices.listPositions             refused  ours     refused
  devices.listIdentities            refused  refused  refused
  devices.addIdentity               refused  refused  refused
  devices.removeIdentity            refused  refused  refused
  devices.renameDevice              refused  refused  refused
  devices.setUserTag                refused  refused  refused
  devices.setVardeAsReceiver        refused  refused  refused
  devices.updateTraining            refused  refused  refused
  devices.getUserImage              refused  ours     refused
  devices.saveUserImage             refused  refused  refused
  devices.removeUserImage           refused  refused  refused
  devices.listMacs                  refused  refused  refused
  devices.saveKnownMac              refused  refused  refused
  views.listViews                   own      ours     own
  views.createView                  own      refused  own
  views.updateView                  refused  refused  refused
  views.deleteView                  refused  refused  refused
  alarms.listAlarms                 nothing  ours     nothing
  alarms.listAlarmHistory           nothing  refused  nothing
  alarms.getAnswerTimes             nothing  ours     nothing
  alarms.listOutages                nothing  ours     nothing
  alarms.exportAlarms               nothing  refused  nothing
  alarms.getAlarm                   refused  ours     refused
  alarms.getAlarmAnalysis           refused  ours     refused
  alarms.claimAlarm                 refused  refused  refused
  alarms.releaseAlarm               refused  refused  refused
  alarms.listAlarmHandlers          refused  refused  refused
  alarms.handOverAlarm              refused  refused  refused
  alarms.escalateAlarm              refused  refused  refused
  alarms.resetAlarm                 refused  refused  refused
  alarms.reopenAlarm                refused  refused  refused
  sharing.shareAlarm                refused  refused  refused
  sharing.getSharedAlarm            public   public   public
  sharing.answerAlarm               public   public   public
  sharing.setSharedHours            public   public   public
  sharing.getSharedImage            public   public   public
  sms.reportSms                     public   public   public
  sms.reportLinkSms                 public   public   public
  sms.answerBySms                   public   public   public
  sms.answerByLinkSms               public   public   public
  calls.answerCall                  public   public   public
  calls.reportCall                  public   public   public
  calls.speakCall                   public   public   public
  eventSetup.getNumberToConfirm     public   public   public
  eventSetup.confirmNumber          public   public   public
  eventSetup.askReceiver            refused  refused  refused
  eventSetup.askCustomerReceiver    refused  refused  refused
  eventSetup.getEventSetup          refused  refused  refused
  eventSetup.saveEventSetup         refused  refused  refused
  eventSetup.deleteEventSetup       refused  refused  refused
  eventSetup.sendEventSetupTest     refused  refused  refused
  eventSetup.getEventSetupTest      refused  refused  refused
  eventSetup.getCustomerEventSetup  refused  refused  refused
  eventSetup.saveCustomerEventSetup refused  refused  refused
  eventSetup.deleteCustomerEventSetup refused refused refused
  eventSetup.listReceiverUsers      refused  refused  refused
  eventSetup.listCustomerReceiverUsers refused refused refused
  eventSetup.getCountries           nothing  refused  nothing
  eventSetup.getEventSetupCapabilities refused refused refused
  eventSetup.getDefaultAhp          refused  refused  refused
  eventSetup.setAhp                 refused  refused  refused
  eventSetup.getAhpPrivateLink      refused  refused  refused
  webHooks.listWebHooks             refused  refused  refused
  webHooks.addWebHook               refused  refused  refused
  webHooks.changeWebHook            refused  refused  refused
  webHooks.removeWebHook            refused  refused  refused
  webHooks.testWebHook              refused  refused  refused
  webHooks.replayWebHook            refused  refused  refused
  transactions.listTransactions     refused  refused  refused
  transactions.exportTransactions   refused  refused  refused
  transactions.listTransactionDates refused  refused  refused
  transactions.getBatteryAndSignal  refused  refused  refused
  transactions.getTransaction       refused  refused  refused
  transactions.listSensorTransactions refused refused refused
  transactions.listNotificationEvents refused refused refused
  deviceLogs.listDeviceCalls        refused  refused  refused
  deviceLogs.getWalkTest            refused  refused  refused
  deviceLogs.startWalkTest          refused  refused  refused
  deviceLogs.stopWalkTest           refused  refused  refused
  sensors.sensorsForUser            nothing  refused  nothing
  sensors.fetchSensors              refused  refused  refused
  sensors.addSensor                 refused  refused  refused
  sensors.syncSensors               refused  refused  refused
  sensors.fetchUnsavedSensors       refused  refused  refused
  sensors.getSensor                 refused  refused  refused
  sensors.deleteSensor              refused  refused  refused
  sensors.editSensorName            refused  refused  refused
  sensors.editSensorFunction        refused  refused  refused
  sensors.editSensorType            refused  refused  refused
  sensors.saveSensorEventConfig     refused  refused  refused
  sensors.processSensor             refused  refused  refused
  sensors.captureImage              refused  refused  refused
  sensors.getCapture                refused  refused  refused
  sensors.getSensorImage            refused  refused  refused
  sensors.getFunctionsForType       public   public   public
  sensors.getLearning               refused  refused  refused
  sensors.startLearning             refused  refused  refused
  sensors.stopLearning              refused  refused  refused
  sensors.addLearningSensor         refused  refused  refused
  sensors.connectBaseStation        refused  refused  refused
  commands.listCommands             refused  ours     refused
  commands.performAction            refused  ours     refused
  commands.cancelCommand            refused  ours     refused
  deviceLife.deleteDevice           refused  refused  refused
  deviceLife.saveDeletionRule       refused  refused  refused
  deviceLife.forgetHistory          refused  refused  refused
  deviceLife.findReplacement        refused  refused  refused
  deviceLife.switchDevice           refused  refused  refused
  newDevices.findStock              nothing  refused  nothing
  newDevices.addDevice              refused  refused  refused
  newDevices.importDevices          nothing  refused  nothing
  twins.getTwin                     refused  refused  refused
  twins.swapTwin                    refused  refused  refused
  twins.deleteTwin                  refused  refused  refused
  measurements.listReadings         refused  refused  refused
  measurements.getSteps             refused  refused  refused
  indoorLocations.getIndoorLocationsForDevice refused refused refused
  indoorLocations.getIndoorLocationsForCustomer refused refused refused
  indoorLocations.getCustomersForIndoor refused refused refused
  indoorLocations.saveIndoorLocation refused refused refused
  indoorLocations.saveIndoorLocationName refused refused refused
  indoorLocations.deleteIndoorLocation refused refused refused
  indoorLocations.scanWifiIndoorLocation refused refused refused
  indoorLocations.getIndoorScan     refused  refused  refused
  messages.getMessages              refused  refused  refused
  messages.sendMessage              refused  refused  refused
  notes.listNotes                   nothing  ours     nothing
  notes.getNote                     refused  ours     refused
  notes.saveNote                    refused  ours     refused
  geocoding.getAddress              refused  ours     refused
  mapTiles.getMapTile               own      own      own
  mapTiles.getMapCopyright          own      own      own
  geocoding.saveAddress             refused  refused  refused
  geocoding.searchAddresses         refused  ours     refused
  geocoding.completeAddress         refused  ours     refused
  geofences.listGeofences           refused  refused  refused
  geofences.listGlobalGeofences     refused  refused  refused
  geofences.listGeofenceIndoorLocations refused refused refused
  geofences.listGeofenceCustomers   refused  refused  refused
  geofences.getGeofencePosition     refused  refused  refused
  geofences.saveGeofence            refused  refused  refused
  geofences.deleteGeofence          refused  refused  refused
  geofences.getGeofenceDistance     refused  refused  refused
  geofences.getDefaultGeofences     refused  refused  refused
  geofences.saveDefaultGeofences    refused  refused  refused
  settings.getSettings              refused  refused  refused
  settings.getTrackingSettings      refused  refused  refused
  settings.saveSettings             refused  refused  refused
  settings.keepReportedSettings     refused  refused  refused
  settings.listSettingChanges       refused  refused  refused
  settings.previewSettings          nothing  refused  nothing
  settings.getDefaultSettings       refused  refused  refused
  settings.saveDefaultSettings      refused  refused  refused
  settings.previewDefaultSettings   nothing  refused  nothing
  settings.applyDefaultSettings     refused  refused  refused
  users.listUsers                   nothing  refused  refused
  users.listDeletedUsers            nothing  refused  refused
  users.getUser                     refused  refused  refused
  users.listGivableRoles            refused  refused  refused
  users.explainAccess               refused  refused  refused
  users.createUser                  refused  refused  refused
  users.updateUser                  refused  refused  refused
  users.setUserPolicies             refused  refused  refused
  users.setUserFlags                refused  refused  refused
  users.setUserActivation           refused  refused  refused
  users.promoteUser                 refused  refused  refused
  users.resetTwoFactor              refused  refused  refused
  users.listUserApiKeys             refused  refused  refused
  users.endUserApiKey               refused  refused  refused
  users.deleteUser                  refused  refused  refused
  users.undeleteUser                refused  refused  refused
  registration.validateUser         public   public   public
  registration.validateCouponCode   public   public   public
  registration.registerPrivate      public   public   public
  registration.registerCompany      public   public   public
  registration.validateOrgName      public   public   public
  registration.validateCompany      public   public   public
  registration.lookUpOrganisation   public   public   public
  registration.getValidationEmail   public   public   public
  registration.validateEmail        public   public   public
  registration.listRegistrations    refused  refused  refused
  registration.approveRegistration  refused  refused  refused
  registration.rejectRegistration   refused  refused  refused
  partners.listPartners             nothing  refused  nothing
  partners.getPartnerPrices         refused  refused  refused
  partners.savePartnerPrices        refused  refused  refused
  coupons.listCoupons               refused  refused  refused
  coupons.createCoupon              refused  refused  refused
  coupons.closeCoupon               refused  refused  refused
  customers.getPositionRetention    refused  refused  refused
  customers.savePositionRetention   refused  refused  refused
  customers.listCustomers           nothing  refused  nothing
  customers.getCustomer             refused  refused  refused
  customers.createCustomer          refused  refused  refused
  customers.updateCustomer          refused  refused  refused
  customers.moveCustomer            refused  refused  refused
  customers.saveAlarmCentre         refused  refused  refused
  customers.getAddressLookup        refused  refused  refused
  customers.saveAddressLookup       refused  refused  refused
  customers.getNationalIntegration  refused  refused  refused
  customers.saveNationalIntegration refused  refused  refused
  customers.listMessageCosts        refused  refused  refused
  customers.listAlarmCentres        nothing  refused  nothing
  customers.getCustomerImage        refused  ours     refused
  customers.getDeviceCustomerImage  refused  ours     refused
  customers.saveCustomerImage       refused  refused  refused
  customers.removeCustomerImage     refused  refused  refused
  assignments.assignDevice          refused  refused  refused
  assignments.fetchOrganisation     refused  refused  refused
  assignments.saveOrganisation      refused  refused  refused
  audit.listAudit                   nothing  refused  refused
  audit.verifyAudit                 refused  refused  refused
  audit.getAuditRetention           refused  refused  refused
  audit.saveAuditRetention          refused  refused  refused
  rolePolicies.getRolePolicies      refused  refused  refused
  rolePolicies.saveRolePolicy       refused  refused  refused
  personalData.findPersonalData     nothing  refused  refused
  personalData.getUserData          refused  refused  refused
  personalData.getWearerData        refused  refused  refused
  personalData.recordUserConsent    refused  refused  refused
  personalData.recordWearerConsent  refused  refused  refused
  personalData.exportUserData       refused  refused  refused
  personalData.exportWearerData     refused  refused  refused
  personalData.eraseUser            refused  refused  refused
  personalData.eraseWearer          refused  refused  refused
  administration.listUnknownDevices refused  refused  refused
  administration.listMalformedMessages refused  refused  refused
  administration.getAlarmPath       refused  refused  refused
  outbox.listOutbox                 refused  refused  refused
  outbox.readOutboxMessage          refused  refused  refused
  `,
);

/** What is for the SUPERFIRM only, and with it all that administers users and the installation. */
const superfirmOnly = (name: string): boolean =>
  /^(users|registration|audit|rolePolicies|personalData|administration|outbox)\./.test(name) ||
  [
    'customers.getNationalIntegration',
    'customers.saveNationalIntegration',
    'customers.listMessageCosts',
    'customers.getPositionRetention',
    'customers.savePositionRetention',
    'partners.savePartnerPrices',
    'devices.listIdentities',
    'devices.addIdentity',
    'devices.removeIdentity',
  ].includes(name);

/** In the partners' context a device has few actions, and stopping its tracking is none of them. */
const notInAhpContext: ReadonlySet<string> = new Set([
  'commands.performAction',
  'commands.cancelCommand',
  'indoorLocations.scanWifiIndoorLocation',
  'messages.getMessages',
  'messages.sendMessage',
]);

const topics = readExpectations(
  ['foreign', 'tracker', 'private'],
  `
  topic         foreign  tracker  private
  devices       nothing  ours     nothing
  mapMoves      nothing  ours     nothing
  alarms        nothing  ours     nothing
  device        refused  ours     refused
  localLearning refused  refused  refused
  messages      refused  refused  refused
  walkTest      refused  refused  refused
  accessPointScan refused refused refused
  transactions  refused  refused  refused
  `,
);

/**
 * What is served besides the calls, without a session. `pages` name nobody and nothing of ours; `operator`
 * comes from the operator's own networks, and not by a proxy; `session` is for who is logged in.
 */
const others = readExpectations(
  ['open'],
  `
  route                                         open
  GET/ajax/docs                                 pages
  GET/ajax/docs/                                pages
  GET/ajax/docs/json                            pages
  GET/ajax/docs/yaml                            pages
  GET/ajax/docs/*                               pages
  GET/ajax/docs/static/index.html               pages
  GET/ajax/docs/static/swagger-initializer.js   pages
  GET/ajax/live                                 session
  GET/ajax/map.pmtiles                          pages
  GET/healthz                                   pages
  GET/readyz                                    pages
  GET/metrics                                   operator
  GET*                                          pages
  `,
);

const twoFactorSecret = generateSecret();
let server: TestServer;
let world: RefusalWorld;

let maps: FakeMapService;

beforeAll(async () => {
  maps = await startMapService();
  server = await startTestServer({
    environment: {
      ...{ VARDE_PUSH_CONTACT: 'drift@varde.example', VARDE_MAP_FILE: 'none.pmtiles', VARDE_TILES_URL: 'google' },
      ...{ VARDE_GOOGLE_MAPS_KEY: 'AIzaFake_Key-1', VARDE_GOOGLE_TILES_URL: maps.url },
    },
  });
  await server.app.start();
  world = await createRefusalWorld(server, twoFactorSecret);
});
afterAll(async () => {
  await server.close();
  await maps.close();
});

const all = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]: [string, Endpoint]) => ({
    name: `${group}.${name}`,
    endpoint,
  })),
);

const fill = (pattern: string, call = '') =>
  pattern.replaceAll(/:(\w+)/g, (_whole, name: string) => String(idOf(call, name)));

/** A command is cancelled once: each call has its own. */
const commandsToCancel = {
  used: 0,
  next() {
    this.used += 1;
    return this.used;
  },
};

/** Calls that leave the device changed, or that only some hardware has, have one of their own. */
const ownDevice: Readonly<Record<string, string>> = {
  'deviceLife.deleteDevice': 'deviceToDelete',
  'deviceLife.switchDevice': 'deviceToSwitch',
  'deviceLife.forgetHistory': 'deviceToSwitch',
  'deviceLife.findReplacement': 'deviceToSwitch',
  'devices.setVardeAsReceiver': 'homeUnit',
  'sensors.fetchSensors': 'homeUnit',
  'sensors.addSensor': 'homeUnit',
  'sensors.syncSensors': 'homeUnit',
  'sensors.fetchUnsavedSensors': 'homeUnit',
  'sensors.getSensor': 'homeUnit',
  'sensors.deleteSensor': 'homeUnit',
  'sensors.editSensorName': 'homeUnit',
  'sensors.editSensorFunction': 'homeUnit',
  'sensors.editSensorType': 'homeUnit',
  'sensors.saveSensorEventConfig': 'homeUnit',
  'sensors.processSensor': 'homeUnit',
  'sensors.captureImage': 'homeUnit',
  'sensors.getCapture': 'homeUnit',
  'sensors.getLearning': 'homeUnit',
  'sensors.startLearning': 'homeUnit',
  'sensors.stopLearning': 'homeUnit',
  'sensors.addLearningSensor': 'homeUnit',
  'sensors.connectBaseStation': 'homeUnit',
  'deviceLogs.startWalkTest': 'homeUnit',
  'deviceLogs.stopWalkTest': 'homeUnit',
  'indoorLocations.saveIndoorLocationName': 'scanner',
  'indoorLocations.deleteIndoorLocation': 'scanner',
  'indoorLocations.scanWifiIndoorLocation': 'scanner',
  'messages.getMessages': 'watch',
  'eventSetup.askReceiver': 'watch',
  'messages.sendMessage': 'watch',
  'topic messages': 'watch',
  'twins.swapTwin': 'twin',
  'twins.deleteTwin': 'twin',
};

/** Calls that end one of our records have one of their own. */
const ownRecord: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'partners.getPartnerPrices': { custId: 'ourPartner' },
  'partners.savePartnerPrices': { custId: 'ourPartner' },
  'sensors.deleteSensor': { sensorId: 'sensorToDelete' },
  'sensors.processSensor': { sensorId: 'sensorToProcess' },
  'geofences.deleteGeofence': { geofenceId: 'geofenceToDelete' },
  'webHooks.removeWebHook': { hookId: 'hookToRemove' },
  'indoorLocations.deleteIndoorLocation': { inloId: 'locationToDelete' },
  'registration.rejectRegistration': { registrationId: 'registrationToReject' },
  'eventSetup.askReceiver': { receiverId: 'receiverOfWatch' },
  'users.endUserApiKey': { userId: 'userWithKey', keyId: 'keyOfUser' },
};

function idOf(name: string, parameter: string) {
  if (name === 'commands.cancelCommand' && parameter === 'commandId') return commandsToCancel.next();
  const own = parameter === 'deviId' ? ownDevice[name] : ownRecord[name]?.[parameter];
  return world.ids[own ?? parameter];
}

const bodyOf = (name: string) =>
  name === 'account.confirmTwoFactor' ? { code: generateSync({ secret: twoFactorSecret }) } : refusalBodies[name];

function callAs(
  { name, endpoint }: (typeof all)[number],
  cookie: string | undefined,
  { path = endpoint.path, headers = {} }: { path?: string; headers?: Record<string, string> } = {},
) {
  const body = bodyOf(name);
  return server.call(endpoint.method, `${fill(path, name)}${refusalQueries[name] ?? ''}`, {
    ...(cookie === undefined ? {} : { as: cookie }),
    ...(body === undefined ? {} : { body }),
    headers,
  });
}

test('every call, every topic and every other route has its expectation here, in a known word', () => {
  expect(Object.keys(calls).sort()).toEqual(all.map(({ name }) => name).sort());
  expect(Object.keys(topics).sort()).toEqual(Object.keys(liveTopics).sort());
  const contract = new Set(all.map(({ endpoint: { method, path } }) => `${method} ${path}`));
  const rest = servedRoutes(server.app.http).filter((route) => !contract.has(route));
  expect(Object.keys(others)).toEqual(expect.arrayContaining(rest.map((route) => route.replace(' ', ''))));
  expect(rest.length).toBeGreaterThan(8);
  const words = [...Object.values(calls), ...Object.values(topics)].flatMap((row) => Object.values(row));
  expect([...new Set(words)].sort()).toEqual(['nothing', 'ours', 'own', 'public', 'refused']);
});

test('[C7.01 C7.04 C7.06] every call is below /ajax, and nowhere else, except logging in and out, which are at the root alone', async () => {
  const roots = servedRoutes(server.app.http).filter((route) => !route.includes(' /ajax/') && route !== 'GET *');
  const ofOperators = ['GET /healthz', 'GET /metrics', 'GET /readyz'];
  // And the files of the console, where it is built.
  expect(roots.sort()).toEqual([...ofOperators, 'POST /logout', 'POST /perform_login']);
  const headers = { cookie: world.callers.admin };
  const answer = async (method: 'GET' | 'POST', url: string) =>
    (await server.app.http.inject({ method, url, headers })).statusCode;
  expect(await answer('GET', '/ajax/session')).toBe(200);
  for (const url of ['/ajax/perform_login', '/ajax/logout']) expect(await answer('POST', url)).toBe(404);
});

/** Whether the answer is what the word says. */
function expectAnswer(answer: { status: number; body: unknown }, word: string | undefined): void {
  if (word === 'refused') expect([403, 404]).toContain(answer.status);
  else expect(answer.status).toBe(200);
  if (word !== 'ours') expect(JSON.stringify(answer.body)).not.toContain(secretName);
}

/** Calls that ask whether the user is a tracker and nothing else: what they give somebody who is more, elsewhere. */
const ofTrackersOnly: Readonly<Record<string, string>> = {
  'alarms.listAlarmHistory': 'ours',
  'commands.cancelCommand': 'refused',
  'commands.performAction': 'refused',
  'devices.getUserImage': 'refused',
};

/** Roles of ours that hold none of the policies that a call asks for. */
function rolesWithout({ permission }: Endpoint) {
  if (permission === 'session' || permission === 'public') return [];
  const asked: readonly Policy[] = typeof permission === 'string' ? [permission] : permission;
  return ownRoles.filter((role) => !asked.some((policy) => policies[policy].some((held) => held === role)));
}

describe.each(all.filter(({ name }) => calls[name]?.foreign !== 'public'))('$name', (call) => {
  const { name, endpoint } = call;

  test('refuses who is not logged in, or comes with a made-up session', async () => {
    for (const cookie of [undefined, 'varde_session=made-up', `${world.callers.ahp}x`]) {
      const answer = await callAs(call, cookie);
      expect(answer).toMatchObject({ status: 401, body: { code: 'notLoggedIn' } });
    }
    if (endpoint.method === 'GET' && !endpoint.changes) {
      const head = await server.app.http.inject({ method: 'HEAD', url: fill(endpoint.path) });
      expect(head.statusCode).toBe(401);
    }
  });

  test('refuses who holds no policy at all, and each role of ours without its policy', async () => {
    if (endpoint.permission === 'session') return;
    const callers = [world.callers.nobody, ...rolesWithout(endpoint).map((role) => world.callers[role])];
    for (const cookie of callers)
      expect(await callAs(call, cookie)).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
  });

  test('gives nothing of ours to a user of another customer, whatever context they claim', async () => {
    expectAnswer(await callAs(call, world.callers.foreign), calls[name]?.foreign);
    const headers = { 'x-varde-context': 'AHP' };
    expectAnswer(await callAs(call, world.callers.forged, { headers }), calls[name]?.foreign);
  });

  test('gives a tracker and a private user what they are for, and no more', async () => {
    expectAnswer(await callAs(call, world.callers.TRACKER), calls[name]?.tracker);
    expectAnswer(await callAs(call, world.callers.private), calls[name]?.private);
  });

  test('gives a tracker of ours no more for the policies that they hold at another customer', async () => {
    const { foreign, tracker } = calls[name] ?? {};
    const both = tracker === 'refused' ? foreign : tracker;
    expectAnswer(await callAs(call, world.callers.both), ofTrackersOnly[name] ?? both);
  });

  test('[C6.02] answers an alarm-handling partner, but for what is for the SUPERFIRM only, and answers the administrator that', async () => {
    if (!superfirmOnly(name) && !notInAhpContext.has(name))
      expect((await callAs(call, world.callers.ahp)).status).toBe(200);
    else {
      expect((await callAs(call, world.callers.ahp)).status).toBe(403);
      expect((await callAs(call, world.callers.admin)).status).toBe(200);
    }
  });
});

test('a foreign device, customer or user gets the same answer as one that does not exist', async () => {
  const about = /:(deviId|alarmId|tranId|custId|userId|assignmentId|registrationId|code)/g;
  for (const call of all.filter(({ name }) => calls[name]?.foreign !== 'public')) {
    const path = call.endpoint.path.replaceAll(about, '987654');
    if (path === call.endpoint.path) continue;
    const there = await callAs(call, world.callers.foreign);
    const absent = await callAs(call, world.callers.foreign, { path });
    expect([absent.status, absent.body], call.name).toEqual([there.status, there.body]);
  }
});

/** Other systems call them, with an address that they alone know. */
const callbacks = [
  'sms.reportSms',
  'sms.reportLinkSms',
  'sms.answerBySms',
  'sms.answerByLinkSms',
  'calls.answerCall',
  'calls.reportCall',
  'calls.speakCall',
];

test('calls that change something are refused without the context header, for every caller', async () => {
  expect(all.filter(({ endpoint }) => endpoint.callback).map(({ name }) => name)).toEqual(callbacks);
  for (const call of all.filter(({ name, endpoint }) => endpoint.method !== 'GET' && !callbacks.includes(name)))
    for (const value of ['', 'proffweb', 'X']) {
      const answer = await callAs(call, world.callers.ahp, { headers: { 'x-varde-context': value } });
      expect(answer, call.name).toMatchObject({ status: 400, body: { code: 'contextMissing' } });
    }
});

/** What a program may call with an API key: alarms, and what is shown with them. */
const forPrograms = [
  'devices.getDevice',
  'alarms.listAlarms',
  'alarms.listAlarmHistory',
  'alarms.getAlarm',
  'alarms.getAlarmAnalysis',
  'alarms.claimAlarm',
  'alarms.releaseAlarm',
  'alarms.resetAlarm',
];

describe('with an API key', () => {
  let authorization: string;
  beforeAll(async () => {
    const partner = await createUser(server.db, { role: 'AHP', custId: null });
    authorization = `Bearer ${await addTestKey(server.db, partner)}`;
    // What the calls above have done to our own alarm and its device does not matter here.
    const custId = Number(world.ids.custId);
    const { deviId } = await createDevice(server.db, { custId, deviceName: secretName });
    const tranId = await createTransaction(server.db, { deviId, custId });
    const alarmId = await createAlarm(server.db, { deviId, custId, tranId });
    const [happenedAt, receivedAt] = [new Date(), new Date()];
    await server.db.insert(alarmSignals).values({ alarmId, tranId, code: 'sos', happenedAt, receivedAt });
    Object.assign(world.ids, { deviId, tranId, alarmId });
  });

  test('nothing can be called but what is marked for programs, whoever’s cookie comes with it', async () => {
    expect(all.filter(({ endpoint }) => endpoint.forPrograms).map(({ name }) => name)).toEqual(forPrograms);
    for (const call of all.filter(({ name }) => !forPrograms.includes(name) && !callbacks.includes(name)))
      for (const cookie of [undefined, world.callers.admin]) {
        const answer = await callAs(call, cookie, { headers: { authorization } });
        expect(answer, call.name).toMatchObject({ status: 403, body: { code: 'notForPrograms' } });
      }
  });

  test('what is marked is answered without a cookie and without the context header', async () => {
    for (const call of all.filter(({ name }) => forPrograms.includes(name))) {
      const answer = await callAs(call, undefined, { headers: { authorization, 'x-varde-context': '' } });
      expect([200, 409], `${call.name} ${JSON.stringify(answer.body)}`).toContain(answer.status);
    }
  });

  test('a key is worth nothing as a cookie, and a session nothing as a key', async () => {
    const key = authorization.replace('Bearer ', '');
    const asCookie = await server.call('GET', '/ajax/alarms', { as: `varde_session=${key}` });
    expect(asCookie).toMatchObject({ status: 401, body: { code: 'notLoggedIn' } });
    const token = world.callers.ahp.replace('varde_session=', '');
    for (const bearer of [token, `varde_${token}`]) {
      const headers = { authorization: `Bearer ${bearer}` };
      expect((await server.call('GET', '/ajax/alarms', { headers })).status, bearer).toBe(401);
    }
  });

  test('providers that call back are answered as without one', async () => {
    for (const call of all.filter(({ name }) => callbacks.includes(name))) {
      const without = await callAs(call, undefined);
      const answer = await callAs(call, undefined, { headers: { authorization } });
      expect([answer.status, answer.body], call.name).toEqual([without.status, without.body]);
    }
  });
});

test('a session in the context of a partner is worth nothing to somebody who is none', async () => {
  const { body } = await server.call('GET', '/ajax/session', { as: world.callers.forged });
  expect(body).toMatchObject({ context: 'PROFFWEB', abilities: expect.not.arrayContaining(['ahp']) });
  expect(body).toMatchObject({ abilities: expect.not.arrayContaining(['admin']) });
});

describe.each(Object.entries(others))('%s', (route, { open }) => {
  const url = route.replace('GET', '').replace('*', '/no-such-file');

  test('gives who is not logged in nothing of ours', async () => {
    const answer = await server.call('GET', url === '/no-such-file' ? '/' : url);
    expect(JSON.stringify(answer.body)).not.toContain(secretName);
    if (open === 'session') expect(answer).toMatchObject({ status: 401, body: { code: 'notLoggedIn' } });
    if (open !== 'operator') return;
    const browser = await server.call('GET', url, { headers: { 'x-forwarded-for': '127.0.0.1' } });
    expect(browser.status).toBe(404);
  });
});

test.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/.env', '/ajax/x'])(
  'nothing lies at %s',
  async (path) => {
    expect([400, 403, 404]).toContain((await server.call('GET', path)).status);
  },
);

describe.each(Object.entries(liveTopics))('topic %s', (name, { destination }) => {
  const subscribe = async (cookie: string, word: string | undefined) => {
    const client = await openLiveClient(server.port(), { cookie });
    const query = refusalQueries[`topic ${name}`] ?? '';
    client.send('SUBSCRIBE', { id: 'a', destination: fill(destination, `topic ${name}`), query, receipt: 'r' });
    const answer = await Promise.race([client.next('RECEIPT'), client.next('ERROR')]);
    if (word === 'refused') expect(answer).toMatchObject({ command: 'ERROR', headers: { message: 'notAllowed' } });
    else expect(answer.command).toBe('RECEIPT');
    if (word === 'nothing' && name === 'alarms') expect((await client.next('MESSAGE')).body).not.toContain(secretName);
    client.close();
  };

  test('opens to nobody without a session', async () => {
    await expect(openLiveClient(server.port(), {})).rejects.toThrow('401');
    await expect(openLiveClient(server.port(), { cookie: 'varde_session=made-up' })).rejects.toThrow('401');
  });

  test('opens to no API key, also beside a session', async () => {
    const partner = await createUser(server.db, { role: 'AHP', custId: null });
    const authorization = `Bearer ${await addTestKey(server.db, partner)}`;
    for (const cookie of [{}, { cookie: world.callers.ahp }])
      await expect(openLiveClient(server.port(), { authorization, ...cookie })).rejects.toThrow('403');
  });

  test('refuses who holds no policy at all, and gives nothing of ours to a user of another customer', async () => {
    await subscribe(world.callers.nobody, 'refused');
    await subscribe(world.callers.foreign, topics[name]?.foreign);
    await subscribe(world.callers.forged, topics[name]?.foreign);
  });

  test('gives a tracker and a private user what they are for, and no more', async () => {
    await subscribe(world.callers.TRACKER, topics[name]?.tracker);
    await subscribe(world.callers.private, topics[name]?.private);
  });

  test('is open to an alarm-handling partner or the administrator', async () => {
    if (name === 'messages') await subscribe(world.callers.ahp, 'refused');
    await subscribe(name === 'messages' ? world.callers.admin : world.callers.ahp, 'ours');
  });
});
