import { z } from 'zod';
import { deviceCentreSchema } from '../alarm-centre.ts';
import { alarmSchema } from '../alarms.ts';
import { createApiKey } from '../api-keys.ts';
import { performAction } from '../commands.ts';
import { createCoupon } from '../coupons.ts';
import { customerSchema } from '../customers.ts';
import { getDefaultGeofences } from '../default-geofences.ts';
import { getDefaultSettings } from '../default-settings.ts';
import { getWalkTest } from '../device-logs.ts';
import { cloneSchema, placeSchema } from '../devices.ts';
import { problemSchema } from '../errors.ts';
import {
  customerEventSetupSchema,
  eventSetupSchema,
  eventSetupTestSchema,
  listReceiverUsers,
  receiverSchema,
} from '../event-setup.ts';
import { eventSetupForm, receiverForm } from '../event-setup-form.ts';
import { addressSchema } from '../fields.ts';
import { geofenceForm } from '../geofence-form.ts';
import { geofenceSchema } from '../geofences.ts';
import { indoorLocationSchema, indoorScanSchema } from '../indoor-locations.ts';
import { deviceMacSchema } from '../known-macs.ts';
import { partnerPricesSchema } from '../partners.ts';
import { consentSchema, userDataSchema, wearerDataSchema } from '../personal-data.ts';
import { getPositionRetention } from '../position-retention.ts';
import { getPush } from '../push.ts';
import { registerPrivate } from '../registration.ts';
import { getRolePolicies, rolePolicySchema } from '../role-policies.ts';
import { createView, viewContent } from '../saved-views.ts';
import {
  getLearning,
  learningSensorSchema,
  sensorEventConfigSchema,
  sensorRowSchema,
  sensorSchema,
} from '../sensors.ts';
import { sessionSchema } from '../session.ts';
import { getSettings } from '../settings.ts';
import { getSharedAlarm } from '../sharing.ts';
import { transactionSchema } from '../transactions.ts';
import { getTwin } from '../twins.ts';
import { userSchema } from '../users.ts';
import { listWebHooks, webHookSchema } from '../web-hooks.ts';

/** The schemas that several calls have, by the names that the description gives them. */
export const named: { readonly [name: string]: z.core.$ZodType } = {
  Address: addressSchema,
  Alarm: alarmSchema,
  ApiKeys: createApiKey.response.shape.keys,
  Clone: cloneSchema,
  Command: performAction.response,
  Consent: consentSchema,
  Coupon: createCoupon.response,
  Customer: customerSchema,
  CustomerEventSetup: customerEventSetupSchema,
  DefaultGeofences: getDefaultGeofences.response,
  DefaultSettings: getDefaultSettings.response,
  DeviceMac: deviceMacSchema,
  DeviceCentre: deviceCentreSchema,
  EventSetup: eventSetupSchema,
  EventSetupForm: eventSetupForm,
  EventSetupTest: eventSetupTestSchema,
  Geofence: geofenceSchema,
  GeofenceForm: geofenceForm,
  IndoorLocation: indoorLocationSchema,
  IndoorScan: indoorScanSchema,
  Learning: getLearning.response,
  LearningSensor: learningSensorSchema,
  ListAbove: eventSetupSchema.shape.above.element,
  NewUser: registerPrivate.body.shape.user,
  PartnerPrices: partnerPricesSchema,
  Place: placeSchema,
  PositionRetention: getPositionRetention.response,
  Problem: problemSchema,
  Push: getPush.response,
  Receiver: receiverSchema,
  ReceiverForm: receiverForm,
  ReceiverUsers: listReceiverUsers.response,
  RolePolicies: getRolePolicies.response,
  RolePolicy: rolePolicySchema,
  Sensor: sensorSchema,
  SensorEventConfig: sensorEventConfigSchema,
  SensorRow: sensorRowSchema,
  Session: sessionSchema,
  Settings: getSettings.response,
  SharedAlarm: getSharedAlarm.response.shape.alarm.unwrap(),
  Transaction: transactionSchema,
  Twin: getTwin.response,
  User: userSchema,
  UserData: userDataSchema,
  View: createView.response,
  ViewContent: viewContent,
  WalkTest: getWalkTest.response,
  WearerData: wearerDataSchema,
  WebHook: webHookSchema,
  WebHooks: listWebHooks.response,
};

export const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) names.add(schema, { id });
