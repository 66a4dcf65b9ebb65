import type { JsonSchema } from './types.ts';

const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const password = 'fjellrev spiser blåbær';

/** Values of fields by their names: what an example, and a client that tries a call, has in them. */
const values: { readonly [field: string]: string | number | object } = {
  username: 'kari.vakt@solvik.example',
  west: '5.9',
  south: '62.3',
  east: '6.5',
  north: '62.6',
  email: 'kari.vakt@solvik.example',
  firstName: 'Kari',
  lastName: 'Vakt',
  name: 'Kari Vakt',
  firmName: 'Solvik sykehjem',
  deviceName: 'Åse Bjørnstad',
  mobile: '+4791234567',
  phone: '+4791234567',
  recipients: 'kari.vakt@solvik.example, 912 34 567',
  currentPassword: password,
  password,
  passwordClear: password,
  pin: '4711',
  orgNum: '974760673',
  orgNumber: '974760673',
  zip: '6003',
  city: 'Ålesund',
  address1: 'Storgata 1',
  dehaId: 23,
  code: 'SOLVIK2345',
  couponCode: 'SOLVIK2345',
  refId: '6f1b4a52-0e0a-4d0b-8f1f-0a4d1c2b3e4f',
  nationalUuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  serial: 'SN0304187',
  serialNum: 'SN0304187',
  serialNumber: 'SN0304187',
  deviceSerialNumber: 'SN0304187',
  identity: '861234567890123',
  gatewayId: '420001',
  macAddress: '02:ad:24:49:ea:60',
  latLng: '59.91000,10.75000',
  fromTime: '08:00',
  toTime: '20:00',
  timeZone: 'Europe/Oslo',
  userTags: 'GPS',
  deviIds: '1,2',
  columns: 'name,status',
  action: 'device.renamed',
  url: 'https://alarm.solvik.example/varde',
  orderUrl: 'https://alarm.solvik.example/bestill',
  endpoint: 'https://push.example/a',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  image,
  file: image,
  message: 'Hjelpen er på vei',
  note: 'Nøkkel hos naboen',
  reason: 'Ukjent i registeret',
  handledBy: 'Kari Vakt',
  from: Date.UTC(2026, 0),
  to: Date.UTC(2026, 1),
  temporaryUntil: Date.UTC(2099, 0),
  validUntil: Date.UTC(2099, 0),
  expiresAt: Date.UTC(2099, 0),
  hours: { from: 480, to: 960 },
};

const eventConfig = {
  ...{ active: true, delay: 0, allowedOpenTime: 0, powerFailureReportDelay: 0, supervision: 0 },
  ...{ voiceSatellite: null, schedule: [] },
};

/** The example of a field; undefined: any value that its schema describes will do. */
export function exampleOfField(name: string, schema: JsonSchema): unknown {
  const { type, anyOf = [], enum: choices, maximum = Number.POSITIVE_INFINITY } = schema;
  const types = [type, ...anyOf.map((one) => one.type)].flat();
  const value = Object.hasOwn(values, name) && choices === undefined ? values[name] : undefined;
  if (typeof value === 'number') return types.includes('integer') && value <= Number(maximum) ? value : undefined;
  return types.includes(typeof value) ? value : undefined;
}

const geofence = {
  ...{ id: 0, name: 'Hjemme', enabled: true, enabledTime: false, enabledTimeFrom: 0, enabledTimeTo: 0 },
  ...{
    radius: 200,
    polygon: false,
    circle: true,
    vertices: [{ lat: 59.91, lng: 10.75 }],
    delayMinutes: 0,
  },
  ...{ indoor: false, inloIds: [], alertByCall: false, share: false, sharedCustId: null },
};

/** Bodies whose fields depend on each other, by call. */
export const callExamples: { readonly [call: string]: unknown } = {
  'geofences.saveGeofence': { geofence },
  'geofences.saveDefaultGeofences': { geofences: [geofence] },
  'sensors.editSensorFunction': { deviceFunction: '31', funcType: null, eventConfig },
  'sensors.saveSensorEventConfig': { eventConfig },
  'settings.saveSettings': { values: { heartbeatInterval: 10 } },
  'settings.keepReportedSettings': { values: { heartbeatInterval: 10 } },
  'settings.previewSettings': { deviIds: [1], values: { heartbeatInterval: 10 } },
  'settings.saveDefaultSettings': { values: { heartbeatInterval: 10 } },
};
