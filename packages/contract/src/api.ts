import { explainAccess } from './access.ts';
import { accountCalls } from './account.ts';
import { administrationCalls } from './administration.ts';
import { alarmCentreCalls } from './alarm-centre.ts';
import { alarmCalls } from './alarms.ts';
import { getAnswerTimes } from './answer-times.ts';
import { apiKeyCalls, userApiKeyCalls } from './api-keys.ts';
import { assignmentCalls } from './assignments.ts';
import { auditCalls } from './audit.ts';
import { phoneCalls } from './calls.ts';
import { commandCalls } from './commands.ts';
import { couponCalls } from './coupons.ts';
import { customerImageCalls } from './customer-images.ts';
import { customerCalls } from './customers.ts';
import { defaultGeofenceCalls } from './default-geofences.ts';
import { defaultSettingCalls } from './default-settings.ts';
import { deviceInfoCalls } from './device-info.ts';
import { deviceLifeCalls } from './device-life.ts';
import { deviceLogCalls } from './device-logs.ts';
import { deviceCalls } from './devices.ts';
import type { Endpoint } from './endpoint.ts';
import { eventSetupCalls } from './event-setup.ts';
import { exportAlarms, exportDevices } from './exports.ts';
import { geocodingCalls } from './geocoding.ts';
import { geofenceCalls } from './geofences.ts';
import { identityCalls } from './identities.ts';
import { indoorLocationCalls } from './indoor-locations.ts';
import { knownMacCalls } from './known-macs.ts';
import { mapCalls } from './map.ts';
import { mapTileCalls } from './map-tiles.ts';
import { measurementCalls } from './measurements.ts';
import { listMessageCosts } from './message-costs.ts';
import { messageCalls } from './messages.ts';
import { newDeviceCalls } from './new-devices.ts';
import { noteCalls } from './notes.ts';
import { listOutages } from './outages.ts';
import { outboxCalls } from './outbox.ts';
import { partnerCalls } from './partners.ts';
import { personalDataCalls } from './personal-data.ts';
import { positionRetentionCalls } from './position-retention.ts';
import { pushCalls } from './push.ts';
import { recoveryCalls } from './recovery.ts';
import { registrationCalls } from './registration.ts';
import { registrationDecisionCalls } from './registration-decisions.ts';
import { rolePolicyCalls } from './role-policies.ts';
import type { routes } from './routes.ts';
import { viewCalls } from './saved-views.ts';
import { listSensorTransactions, sensorCalls } from './sensors.ts';
import { sessionCalls } from './session.ts';
import { settingCalls } from './settings.ts';
import { sharingCalls } from './sharing.ts';
import { smsCalls } from './sms.ts';
import { transactionCalls } from './transactions.ts';
import { twinCalls } from './twins.ts';
import { twoFactorCalls } from './two-factor.ts';
import { userCalls } from './users.ts';
import { webHookCalls } from './web-hooks.ts';

/** Every call of the HTTP interface, by feature. A call that is not listed here does not exist. */
export const api = {
  session: sessionCalls,
  account: { ...accountCalls, ...pushCalls, ...recoveryCalls, ...twoFactorCalls, ...apiKeyCalls },
  devices: { ...deviceCalls, exportDevices, ...identityCalls, ...deviceInfoCalls, ...knownMacCalls, ...mapCalls },
  views: viewCalls,
  sharing: sharingCalls,
  sms: smsCalls,
  calls: phoneCalls,
  eventSetup: { ...eventSetupCalls, ...alarmCentreCalls },
  webHooks: webHookCalls,
  alarms: { ...alarmCalls, exportAlarms, getAnswerTimes, listOutages },
  transactions: { ...transactionCalls, listSensorTransactions },
  deviceLogs: deviceLogCalls,
  sensors: sensorCalls,
  commands: commandCalls,
  geofences: { ...geofenceCalls, ...defaultGeofenceCalls },
  geocoding: geocodingCalls,
  mapTiles: mapTileCalls,
  assignments: assignmentCalls,
  deviceLife: deviceLifeCalls,
  newDevices: newDeviceCalls,
  twins: twinCalls,
  measurements: measurementCalls,
  indoorLocations: indoorLocationCalls,
  messages: messageCalls,
  notes: noteCalls,
  settings: { ...settingCalls, ...defaultSettingCalls },
  partners: partnerCalls,
  registration: { ...registrationCalls, ...registrationDecisionCalls },
  coupons: couponCalls,
  customers: { ...customerCalls, listMessageCosts, ...customerImageCalls, ...positionRetentionCalls },
  audit: auditCalls,
  rolePolicies: rolePolicyCalls,
  users: { ...userCalls, explainAccess, ...userApiKeyCalls },
  administration: administrationCalls,
  outbox: outboxCalls,
  personalData: personalDataCalls,
} as const;

type Feature = (typeof api)[keyof typeof api];
type NamesOf<F> = F extends unknown ? keyof F : never;
type Named<F, N extends PropertyKey> = F extends Record<N, infer E extends Endpoint> ? E : never;

/** The name of a call, as in `routes`. */
export type EndpointName = NamesOf<Feature> & keyof typeof routes;
/** The call with that name. */
export type EndpointOf<N extends EndpointName> = Named<Feature, N>;
