import { roles } from '@varde/catalogue/permissions';
import { type ProtocolKey, protocolByKey, protocols } from '@varde/catalogue/protocols';
import { type RegistrationMode, registrationModes } from '@varde/catalogue/registration-modes';
import { z } from 'zod';
import { callProviders } from './platform/calls/call-provider.ts';
import { addressServices } from './platform/geocoding/create-geocoders.ts';
import { logLevels } from './platform/log/log.ts';
import { parseNetwork } from './platform/net/networks.ts';
import { keyPair } from './platform/push/key-pair.ts';
import { smsProviders } from './platform/sms/create-sms-sender.ts';
import { faultsOf, fieldPath, type HttpTemplate, httpHeaders, httpMethods } from './platform/sms/http-template.ts';
import { missingForLink } from './platform/sms/link-mobility.ts';

/** What a process of Varde can do; a small site runs all of them in one. */
export const serverRoles = ['gateway', 'processing', 'console', 'jobs'] as const;

interface Setting<Value> {
  env: string;
  schema: z.ZodType<Value>;
  /** As it would stand in the environment; null: not set. */
  default: string | null;
  text: string;
}
const setting = <Value>(env: string, fallback: string, schema: z.ZodType<Value>, text: string): Setting<Value> => ({
  env,
  schema,
  default: fallback,
  text,
});
const optional = <Value>(env: string, schema: z.ZodType<Value>, text: string): Setting<Value | undefined> => ({
  env,
  schema: schema.optional(),
  default: null,
  text,
});

const number = (min: number, max: number) =>
  z.coerce
    .number(`must be a number from ${min} to ${max}`)
    .pipe(
      z
        .int(`must be a whole number from ${min} to ${max}`)
        .min(min, `must be at least ${min}`)
        .max(max, `must be at most ${max}`),
    );
const port = number(0, 65_535);
const days = number(1, 36_500);
const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');
const folder = z.string().min(1, 'must be a folder');
const databaseUrl = z
  .string()
  .refine(
    (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
    'must look like postgresql://user:password@host:5432/database',
  );
const smtpUrl = z
  .string()
  .refine(
    (value) => /^smtps?:\/\//.test(value) && URL.canParse(value),
    'must look like smtp://user:password@host:587 or smtps://…',
  );
const brokerUrl = z
  .string()
  .refine(
    (value) => /^mqtts?:\/\//.test(value) && URL.canParse(value),
    'must look like mqtt://user:password@host:1883 or mqtts://…',
  );
const hasLogin = ({ username, password }: URL) => username !== '' || password !== '';
const tilesUrl = z
  .string()
  .refine(
    (value) => value === 'none' || value === 'google' || isTileTemplate(value),
    'must be `none`, `google`, or an http(s) address with {z}, {x} and {y}',
  )
  .transform((value) => (value === 'none' ? null : value));
const networks = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((network) => network.trim())
      .filter((network) => network !== ''),
  )
  .refine(
    (list) => list.every((network) => parseNetwork(network) !== null),
    'must be a list of networks, 10.0.0.0/8,2001:db8::/32 for instance',
  );
/** In small letters, with commas between them. */
const words = z
  .string()
  .transform((value) =>
    value
      .toLowerCase()
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  )
  .refine((list) => list.length > 0, 'must be words with commas between them');
/** A name or an address that fits in an SMS. */
const reachedAt = (usualPort: string) =>
  z
    .string()
    .regex(
      /^(?=.{1,100}$)[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?$/,
      `must be a name or an address, with :port where it is not ${usualPort}`,
    );
function isPushKey(text: string): boolean {
  try {
    return /^[\w-]{43}$/.test(text) && keyPair(text).publicKey !== '';
  } catch {
    return false;
  }
}
/** The variable that sets a protocol's port. */
export const portVariable = (key: ProtocolKey): string => `VARDE_${protocolByKey(key).variable}_PORT`;

const portSettings = Object.fromEntries(
  protocols.map(({ key, transport, port: shipped }) => [
    `${key}DevicePort`,
    setting(
      portVariable(key),
      String(shipped),
      port,
      `${transport === 'stream' ? 'TCP' : transport.toUpperCase()} port for devices that speak ${key}.`,
    ),
  ]),
) as Record<`${ProtocolKey}DevicePort`, Setting<number>>;

const allowSettings = Object.fromEntries(
  protocols.map(({ key, variable }) => [
    `${key}DeviceAllow`,
    setting(
      `VARDE_${variable}_ALLOW`,
      '',
      networks,
      `Networks whose devices may connect to the ${key} port, \`10.0.0.0/8,2001:db8::/32\` for instance; empty: all. Behind a proxy it is the proxy that connects.`,
    ),
  ]),
) as Record<`${ProtocolKey}DeviceAllow`, Setting<string[]>>;

const requestPorts = protocols
  .filter(({ transport }) => transport === 'http')
  .map(({ key }) => `\`${portVariable(key)}\``)
  .join(', ');

const roleList = z
  .string()
  .transform((value) => value.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(serverRoles, `must be a list of ${serverRoles.join(', ')}`)));

const roleKeys = roles.map(({ key }) => key);
const twoFactorRoles = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((role) => role.trim())
      .filter((role) => role !== ''),
  )
  .pipe(z.array(z.enum(roleKeys, `must be a list of ${roleKeys.join(', ')}`)));

function isTileTemplate(value: string): boolean {
  const hasPlaces = ['{z}', '{x}', '{y}'].every((place) => value.includes(place));
  return hasPlaces && /^https?:\/\//.test(value) && URL.canParse(value.replaceAll(/[{}]/g, ''));
}

/** Everything that can be configured, in the order of docs/configuration.md, which is generated from it. */
export const configTable = {
  httpPort: setting(
    'VARDE_HTTP_PORT',
    '8080',
    port,
    'Port of the console, the HTTP interface and the live channel; in a process with jobs alone of `/healthz`, `/readyz` and `/metrics`.',
  ),
  httpHost: optional(
    'VARDE_HTTP_HOST',
    z.string().min(1, 'must be an address'),
    'Address to listen on for browsers. Without it all addresses, and with the demo switch 127.0.0.1 only, because its passwords are known.',
  ),
  httpConnections: optional(
    'VARDE_HTTP_CONNECTIONS',
    number(1, 1_000_000),
    'Most connections of browsers at once. Without it, and at the most, a quarter of the files that the process may open, up to 10,000, so that devices always have room.',
  ),
  publicUrl: optional(
    'VARDE_PUBLIC_URL',
    z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    'Where browsers reach the console, `https://varde.example.no` for instance. With https, cookies are marked Secure.',
  ),
  smtpUrl: optional(
    'VARDE_SMTP_URL',
    smtpUrl,
    'Mail server: `smtp://user:password@host:587`, or `smtps://…`; `?requireTLS=true` refuses to send without encryption. Without it mails stay in the outbox, where administrators read them ([e-mail](mail.md)).',
  ),
  sensorRefresh: setting(
    'VARDE_SENSOR_REFRESH',
    '10',
    number(2, 600),
    'Seconds after which an open list of sensors is fetched again.',
  ),
  mailFrom: setting(
    'VARDE_MAIL_FROM',
    'Varde <varde@localhost>',
    z.string().regex(/^[^\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be an address, or a name and an <address>'),
    'Sender of the mails.',
  ),
  smsProvider: setting(
    'VARDE_SMS_PROVIDER',
    'gateway',
    z.enum(smsProviders, `must be one of ${smsProviders.join(', ')}`),
    'Who sends SMS: `46elks`, `twilio`, `link-mobility`, `http`, another one that the variables after this one describe, or `gateway`, one of your own ([SMS](sms.md)).',
  ),
  smsUrl: optional(
    'VARDE_SMS_URL',
    z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    'Where the provider takes SMS, with the name and the password of the account: `https://user:password@api.46elks.com/a1/sms` for instance. Without it SMS wait in the outbox.',
  ),
  smsFrom: optional(
    'VARDE_SMS_FROM',
    z
      .string()
      .regex(
        /^(\+[1-9]\d{3,14}|[1-9]\d{3,5}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
        'must be +4712345678, a short number, or a name of 11 letters and digits at most',
      ),
    'Sender of the SMS at 46elks, Twilio and LINK Mobility, which they require: a number or a short number of your account there, or a name.',
  ),
  smsMethod: setting(
    'VARDE_SMS_METHOD',
    'POST',
    z.enum(httpMethods, `must be one of ${httpMethods.join(', ')}`),
    'With the provider `http`: how it is asked, `POST`, `PUT` or `GET`.',
  ),
  smsHeaders: setting(
    'VARDE_SMS_HEADERS',
    '{}',
    httpHeaders,
    'With the provider `http`: the headers, as JSON, `{"Content-Type": "application/json", "Authorization": "Bearer …"}` for instance.',
  ),
  smsBody: optional(
    'VARDE_SMS_BODY',
    z.string(),
    'With the provider `http`: the body, with the placeholders `{to}`, `{digits}` (the number without +), `{text}`, `{from}`, `{id}` and `{report}` (where the provider reports what became of the SMS), which are written as the type of the body asks for. `VARDE_SMS_URL` may have them as well.',
  ),
  smsReceipt: optional(
    'VARDE_SMS_RECEIPT',
    z.string(),
    'With the provider `http`: where an accepting answer has the provider’s own name for the SMS, as a path in JSON, `messages.0.id`, or as a regular expression between slashes, `/^OK (\\w+)/`. An answer without it is in doubt. Without this variable each status 2xx accepts.',
  ),
  smsReportPath: setting(
    'VARDE_SMS_REPORT_PATH',
    'status',
    z.string().regex(fieldPath, 'must be a path as results.0.status'),
    'With the provider `http`, whose template has `{report}`: where in a report, a form or JSON, the word for what became of the SMS stands.',
  ),
  smsDelivered: setting(
    'VARDE_SMS_DELIVERED',
    'delivered',
    words,
    'With the provider `http`: the words of a report for an SMS that was delivered, with commas between them.',
  ),
  smsFailed: setting(
    'VARDE_SMS_FAILED',
    'failed,undelivered',
    words,
    'With the provider `http`: the words for an SMS that will never arrive. Every other word means that it is on its way.',
  ),
  smsReplyKey: optional(
    'VARDE_SMS_REPLY_KEY',
    z.string().regex(/^[\w-]{24,100}$/, 'must have 24 to 100 letters, digits, _ and -'),
    'A secret of your own: at the provider, SMS to the number in `VARDE_SMS_FROM` are passed on to `https://varde.example.no/ajax/sms-replies/` followed by it ([SMS](sms.md)). Receivers of alarms can then answer by SMS, and their messages say so.',
  ),
  smsRate: setting(
    'VARDE_SMS_RATE',
    '100',
    number(1, 1000),
    'Most SMS that this process hands to the provider in a second; of several processes with `jobs` each has its own rate. A provider that wants fewer says so (429), and what it does not take is tried again. Two seconds’ worth may leave at once, half of it kept for SMS about alarms; what is beyond waits ([SMS](sms.md)).',
  ),
  callProvider: setting(
    'VARDE_CALL_PROVIDER',
    'gateway',
    z.enum(callProviders, `must be one of ${callProviders.join(', ')}`),
    'Who makes telephone calls: `46elks`, `twilio`, or `gateway`, one of your own ([calls](calls.md)).',
  ),
  callUrl: optional(
    'VARDE_CALL_URL',
    z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    'Where the provider takes calls, with the name and the password of the account: `https://user:password@api.46elks.com/a1/calls` for instance. It needs `VARDE_PUBLIC_URL`. Without it calls wait in the outbox.',
  ),
  callFrom: optional(
    'VARDE_CALL_FROM',
    z.string().regex(/^\+[1-9]\d{3,14}$/, 'must be +4712345678'),
    'Number that calls come from at 46elks and Twilio, which they require: one of your account there.',
  ),
  callRate: setting(
    'VARDE_CALL_RATE',
    '5',
    number(1, 1000),
    'Most calls that this process has the provider make in a second, counted as `VARDE_SMS_RATE`.',
  ),
  speechCommand: setting(
    'VARDE_SPEECH_COMMAND',
    'espeak-ng',
    z.string().min(1),
    'Program that reads texts aloud where the provider only plays sound, as 46elks does: espeak-ng, or one that takes its options.',
  ),
  pushContact: optional(
    'VARDE_PUSH_CONTACT',
    z
      .string()
      .transform((address) => address.replace(/^mailto:/i, ''))
      .pipe(z.email('must be an address')),
    'Where the push services of browsers reach whoever runs this server. Without it they are told `VARDE_PUBLIC_URL`, if that is an https address; without either there are no push messages ([push](push.md)).',
  ),
  pushPrivateKey: optional(
    'VARDE_PUSH_PRIVATE_KEY',
    z.string().refine(isPushKey, 'must be a private key on P-256 in base64 for URLs, of 43 characters'),
    'The key that push messages are signed with, as `npx web-push generate-vapid-keys` makes it. Without it one is made and kept in the database. With another key, users have to turn push messages on again.',
  ),
  pushInside: setting(
    'VARDE_PUSH_INSIDE',
    'false',
    flag,
    'Push services may also have private addresses, and be reached over http: only where every user is trusted with the network that Varde runs in.',
  ),
  deviceAddress: optional(
    'VARDE_DEVICE_ADDRESS',
    reachedAt('VARDE_WATCH_PORT'),
    'Where devices reach this server over the mobile network, `alarm.example.no` for instance, with `:port` where watches reach another one than `VARDE_WATCH_PORT`. An SMS can then lead a device here that is set up for another server.',
  ),
  eviewAddress: optional(
    'VARDE_EVIEW_ADDRESS',
    reachedAt('VARDE_EVIEW_PORT'),
    'The same for EV-07B. Without it the name in `VARDE_DEVICE_ADDRESS` and the port `VARDE_EVIEW_PORT`; where `VARDE_DEVICE_ADDRESS` has a port of its own, no EV-07B is led here.',
  ),
  webHooksInside: setting(
    'VARDE_WEB_HOOKS_INSIDE',
    'false',
    flag,
    'Web hooks may also lead to private addresses, and over http: only where every administrator of a customer is trusted with the network that Varde runs in.',
  ),
  trustProxy: setting(
    'VARDE_TRUST_PROXY',
    'false',
    flag,
    `Behind a proxy: believe X-Forwarded-For and X-Forwarded-Proto, which it must set itself. It counts for devices over HTTP (${requestPorts}) as well. Without it all browsers behind the proxy count as one address, and 100 wrong passwords hold back everybody who logs in there.`,
  ),
  databaseUrl: optional(
    'VARDE_DATABASE_URL',
    databaseUrl,
    'PostgreSQL. Without it the embedded database in the data folder is used, which is for trial and small sites.',
  ),
  dataDir: setting(
    'VARDE_DATA_DIR',
    'data',
    folder,
    'Folder for the embedded database and what belongs to this installation.',
  ),
  deviceHost: optional(
    'VARDE_DEVICE_HOST',
    z.string().min(1, 'must be an address'),
    'Address to listen on for devices. Without it all addresses, and with the demo switch 127.0.0.1 only.',
  ),
  ...portSettings,
  ...allowSettings,
  mqttTlsCert: optional(
    'VARDE_MQTT_TLS_CERT',
    z.string(),
    'File with the certificate, in PEM with those above it, of the port for devices that speak mqtt. With it and `VARDE_MQTT_TLS_KEY` the port takes TLS only.',
  ),
  mqttTlsKey: optional('VARDE_MQTT_TLS_KEY', z.string(), 'File with the private key of the certificate, in PEM.'),
  mqttBroker: optional(
    'VARDE_MQTT_BROKER',
    brokerUrl,
    'A broker for devices that speak mqtt, `mqtts://varde:password@broker.example.no:8883` for instance, instead of the one in this process: `VARDE_MQTT_PORT` is then not opened. The broker decides which device may use which topics ([how](protocols/mqtt.md#a-broker-of-your-own)).',
  ),
  tilesUrl: setting(
    'VARDE_TILES_URL',
    'https://cache.kartverket.no/v1/wmts/1.0.0/topo/default/webmercator/{z}/{y}/{x}.png',
    tilesUrl,
    'Map tiles: pictures, or vector tiles in the layers of Protomaps’ basemap if the address ends in `.mvt` or `.pbf`. With `none` there is the bundled map only; with `google` the pictures of Google’s Map Tiles API, which Varde fetches with `VARDE_GOOGLE_MAPS_KEY` ([what that means](maps.md#googles-map)).',
  ),
  tilesAttribution: setting(
    'VARDE_TILES_ATTRIBUTION',
    '© Kartverket',
    z.string().max(200, 'must be at most 200 characters'),
    'Credit shown on the map for `VARDE_TILES_URL`.',
  ),
  mapFile: optional(
    'VARDE_MAP_FILE',
    z.string().min(1, 'must be the path of a file'),
    'A PMTiles archive with a detailed map ([how to get one](maps.md)). Varde serves it instead of `VARDE_TILES_URL`, so that maps ask nobody else.',
  ),
  addressService: setting(
    'VARDE_ADDRESS_SERVICE',
    'kartverket',
    z.enum(addressServices, `must be one of ${addressServices.join(', ')}`),
    'Which kind of service `VARDE_ADDRESS_URL` is: `kartverket`, the register of addresses in Norway, or `nominatim`, the search of OpenStreetMap.',
  ),
  addressUrl: optional(
    'VARDE_ADDRESS_URL',
    z.union([z.literal('none'), z.url({ protocol: /^https?$/ })], 'must be `none`, or an http or https address'),
    'The service that knows the addresses of places, `https://ws.geonorge.no/adresser/v1` for instance: it is told the places of alarms, and those that users look at or search, unless their customer forbids it ([what leaves the house](security.md#addresses-of-places)). Without it, or with `none`, coordinates are shown; with the demo switch Kartverket is asked unless this says otherwise.',
  ),
  googleMapsKey: optional(
    'VARDE_GOOGLE_MAPS_KEY',
    z.string().regex(/^[\w-]{10,100}$/, 'must have 10 to 100 letters, digits, _ and -'),
    'Key of Google’s maps service: it is asked for addresses where the service in `VARDE_ADDRESS_URL` fails or finds nothing, or alone where there is none; and for the map with `VARDE_TILES_URL=google`.',
  ),
  googleMapsUrl: setting(
    'VARDE_GOOGLE_MAPS_URL',
    'https://maps.googleapis.com/maps/api',
    z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    'Where Google’s maps service is reached: directly, or through a server of your own.',
  ),
  googleTilesUrl: setting(
    'VARDE_GOOGLE_TILES_URL',
    'https://tile.googleapis.com/v1',
    z
      .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
      .refine((text) => !hasLogin(new URL(text)), 'must not contain a login'),
    'Where Google’s Map Tiles API is reached: directly, or through a server of your own.',
  ),
  registration: optional(
    'VARDE_REGISTRATION',
    z.enum(registrationModes, `must be one of ${registrationModes.join(', ')}`),
    'Who may register: `open`, anybody who confirms an e-mail address; `approval`, a company waits besides for an administrator, and a private user needs a company’s coupon code; `closed`, nobody. Without it `approval`, and with the demo switch `open`.',
  ),
  brregUrl: optional(
    'VARDE_BRREG_URL',
    z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    'Brønnøysundregistrene’s register of units, `https://data.brreg.no/enhetsregisteret/api` for instance: companies that register get their name and address from it. Without it nobody is asked.',
  ),
  logLevel: setting(
    'VARDE_LOG_LEVEL',
    'info',
    z.enum(logLevels, `must be one of ${logLevels.join(', ')}`),
    'Least serious level that is logged.',
  ),
  roles: setting(
    'VARDE_ROLES',
    serverRoles.join(','),
    roleList,
    'What this process does: `gateway`, `processing`, `console`, `jobs`. One process has the first three, with or without `jobs`; on PostgreSQL any number of processes beside it can have `jobs` alone ([several processes](operations.md#several-processes)). `--roles` on the command line wins.',
  ),
  processName: optional(
    'VARDE_PROCESS_NAME',
    z.string().min(1, 'must be a name').max(100, 'must have at most 100 characters'),
    'What this process is called among those that share its database: it holds the connections of devices under this name, and after a restart knows by it which of them were its own. Without it the name of the machine.',
  ),
  twoFactorRoles: setting(
    'VARDE_TWO_FACTOR_ROLES',
    '',
    twoFactorRoles,
    'Roles that see nothing until their user has set up an authenticator app: `SUPERFIRM,SUPERAHP,AHP` for instance.',
  ),
  loginNotice: optional(
    'VARDE_LOGIN_NOTICE',
    z.string().max(500, 'must be at most 500 characters'),
    'Words above the login form: planned maintenance, whom to call.',
  ),
  sessionIdleHours: setting(
    'VARDE_SESSION_IDLE_HOURS',
    '12',
    number(1, 8_760),
    'A session that nobody uses for so long is over. An open console counts as use.',
  ),
  sessionDays: setting('VARDE_SESSION_DAYS', '30', number(1, 365), 'No session lives longer than this.'),
  callsPerSecond: setting(
    'VARDE_CALLS_PER_SECOND',
    '20',
    number(1, 100_000),
    'Calls that one user, or one address without a login, may make for long. 20 s’ worth of them may come at once; what is beyond waits, and is refused after 10 s. More is for a user that is a program.',
  ),
  workPerSecond: setting(
    'VARDE_WORK_PER_SECOND',
    '250',
    number(1, 1_000_000),
    'Milliseconds of processor time a second that the calls of one user, or of one address without a login, may use for long. 10 s’ worth may be used at once; what is beyond waits, and is refused after 10 s.',
  ),
  databasePerSecond: setting(
    'VARDE_DATABASE_PER_SECOND',
    '250',
    number(1, 1_000_000),
    'Milliseconds of the database’s time a second that the calls and subscriptions of one user, or of one address without a login, may use for long; all users of a customer may use twice as much together, and exports as much again; calls about alarms take turns and use none of it. 10 s’ worth (of a customer 20 s’) may be used at once; what is beyond waits, and is refused after 10 s.',
  ),
  livePerUser: setting(
    'VARDE_LIVE_PER_USER',
    '250',
    number(1, 100_000),
    'Open consoles of one user at a time. More is for a login that many screens share.',
  ),
  transactionDays: setting('VARDE_TRANSACTION_DAYS', '365', days, 'How long transactions are kept.'),
  auditDays: setting(
    'VARDE_AUDIT_DAYS',
    '1825',
    number(30, 36_500),
    'How long audit entries are kept where no customer says otherwise.',
  ),
  auditDigestMail: optional(
    'VARDE_AUDIT_DIGEST_MAIL',
    z.email('must be an address'),
    'Gets the signed digest of the audit log every day: a mailbox that nobody who runs the database can change.',
  ),
  malformedDays: setting('VARDE_MALFORMED_DAYS', '30', days, 'How long frames that could not be read are kept.'),
  unknownDeviceDays: setting(
    'VARDE_UNKNOWN_DEVICE_DAYS',
    '90',
    days,
    'How long a device that is not registered stays listed after its last message.',
  ),
  demo: setting(
    'VARDE_DEMO',
    'false',
    flag,
    'Fill an empty database with a demo organisation whose passwords are known. `varde demo` sets it.',
  ),
} as const;

type ValueOf<S> = S extends Setting<infer Value> ? Value : never;

export type Config = { [K in keyof typeof configTable]: ValueOf<(typeof configTable)[K]> };

/** Where browsers reach the console, without a slash at the end; links in mails begin with it. */
export const consoleUrlOf = ({ publicUrl, httpPort }: Config): string =>
  (publicUrl ?? `http://localhost:${httpPort}`).replace(/\/+$/, '');

/**
 * Whom push services turn to; null: there are no push messages. Apple's accepts no subject on this machine.
 */
export function pushSubjectOf({ pushContact, publicUrl }: Config): string | null {
  if (pushContact !== undefined) return `mailto:${pushContact}`;
  if (publicUrl === undefined) return null;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && hostname !== 'localhost' ? publicUrl : null;
}

/** The address to listen on. The demo's passwords are known, so it is for this machine only unless configured otherwise. */
export const listenHost = ({ demo }: Config, host: string | undefined): string =>
  host ?? (demo ? '127.0.0.1' : '0.0.0.0');

/** Who may register. The demo is for trying it. */
export const registrationModeOf = ({ demo, registration }: Config): RegistrationMode =>
  registration ?? (demo ? 'open' : 'approval');

/** The address service to ask; null: none. The demo is for trying it. */
export function addressUrlOf({ demo, addressUrl }: Config): string | null {
  if (addressUrl === 'none') return null;
  return addressUrl ?? (demo ? 'https://ws.geonorge.no/adresser/v1' : null);
}

/** What is wrong with the configuration: one line for each variable. */
export class ConfigError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Reads the whole configuration. Throws a `ConfigError` that lists everything that is wrong, not only the first. */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const wrong: string[] = [];
  const values = Object.entries(configTable).map(([key, { env, schema, default: fallback }]) => {
    const given = environment[env] === '' ? undefined : environment[env];
    const parsed = schema.safeParse(given ?? fallback ?? undefined);
    if (!parsed.success) wrong.push(`${env} ${parsed.error.issues[0]?.message ?? 'is not valid'}`);
    return [key, parsed.data];
  });
  if (wrong.length > 0) throw new ConfigError(wrong);
  const config = Object.fromEntries(values) as Config;
  const missing = [missingForSms, missingForCalls, missingForMqtt, missingForMap].flatMap((find) => find(config));
  if (missing.length > 0) throw new ConfigError(missing);
  return config;
}

/** How the provider `http` is asked; undefined: another one is configured. */
export const httpTemplateOf = (config: Config): HttpTemplate | undefined => {
  const { smsProvider, smsMethod: method, smsHeaders, smsBody: body, smsReceipt: receipt } = config;
  return smsProvider === 'http' ? { method, headers: smsHeaders, body, receipt } : undefined;
};

/** A certificate needs its key, and the other way round. */
function missingForMqtt({ mqttTlsCert, mqttTlsKey }: Config): string[] {
  if ((mqttTlsCert === undefined) === (mqttTlsKey === undefined)) return [];
  const [missing, given] = mqttTlsCert === undefined ? ['CERT', 'KEY'] : ['KEY', 'CERT'];
  return [`VARDE_MQTT_TLS_${missing} is missing: VARDE_MQTT_TLS_${given} needs it`];
}

/** Google's map needs a key. */
const missingForMap = ({ tilesUrl, googleMapsKey }: Config): string[] =>
  tilesUrl === 'google' && googleMapsKey === undefined
    ? ['VARDE_GOOGLE_MAPS_KEY is required by VARDE_TILES_URL=google']
    : [];

/** What SMS need besides what is configured. */
function missingForSms(config: Config): string[] {
  const { smsProvider, smsUrl, smsFrom, smsBody, smsReplyKey, publicUrl } = config;
  const template = httpTemplateOf(config);
  const isRented = smsProvider !== 'gateway' && smsProvider !== 'http';
  const hasReplies = smsReplyKey !== undefined;
  return [
    ...(isRented && smsUrl === undefined ? [`VARDE_SMS_URL is required by ${smsProvider}`] : []),
    ...(isRented && smsFrom === undefined ? [`VARDE_SMS_FROM is required by ${smsProvider}`] : []),
    ...(template !== undefined && smsUrl === undefined ? ['VARDE_SMS_URL is required by http'] : []),
    ...(template !== undefined && smsUrl !== undefined ? faultsOf(template, smsUrl, { from: smsFrom, publicUrl }) : []),
    ...(template === undefined && smsBody !== undefined ? ['VARDE_SMS_BODY needs VARDE_SMS_PROVIDER=http'] : []),
    ...(smsProvider === 'link-mobility' ? missingForLink(smsUrl) : []),
    ...(hasReplies && publicUrl === undefined ? ['VARDE_PUBLIC_URL is required by VARDE_SMS_REPLY_KEY'] : []),
    ...(hasReplies && isRented && smsFrom !== undefined && /[A-Za-z]/.test(smsFrom)
      ? ['VARDE_SMS_FROM must be a number with VARDE_SMS_REPLY_KEY: a name gets no answers']
      : []),
  ];
}

/** What calls need besides what is configured. */
function missingForCalls({ callProvider, callUrl, callFrom, publicUrl }: Config): string[] {
  const isRented = callProvider !== 'gateway';
  return [
    ...(isRented && callUrl === undefined ? [`VARDE_CALL_URL is required by ${callProvider}`] : []),
    ...(isRented && callFrom === undefined ? [`VARDE_CALL_FROM is required by ${callProvider}`] : []),
    ...(callUrl !== undefined && publicUrl === undefined ? ['VARDE_PUBLIC_URL is required by VARDE_CALL_URL'] : []),
  ];
}

/** Variables that begin like ours and mean nothing: misspelt ones, most likely. */
export function unknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set(Object.values(configTable).map(({ env }) => env));
  return Object.keys(environment).filter(
    (name) => name.startsWith('VARDE_') && !name.startsWith('VARDE_TEST_') && !known.has(name),
  );
}

/** The environment of this process; here is the only place that touches it. */
export const readEnvironment = (): Readonly<Record<string, string | undefined>> => process.env;

/** The configuration of this process. */
export const readConfig = (): Config => parseConfig(readEnvironment());
