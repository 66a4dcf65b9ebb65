import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { protocols } from '@varde/catalogue/protocols';
import { api } from '@varde/contract/api';
import { type ReceiverChannel, receiverChannels } from '@varde/contract/event-setup-form';
import { carries, deviceWords, protocolModules } from '@varde/protocols/index';
import type { BrokerProtocol, RequestProtocol } from '@varde/protocols/protocol';
import { groupsOf } from '@varde/protocols/settings-groups';
import type { FastifyInstance } from 'fastify';
import { requestAccountMail } from '#domain/accounts/account-requests.ts';
import { storedKeys } from '#domain/accounts/push-keys.ts';
import { openDigestBook } from '#domain/audit/digest-book.ts';
import { createLookRecorder, type LookRecorder } from '#domain/audit/look-recorder.ts';
import { createBrregRegister } from '#domain/customers/organisation-register.ts';
import { measureWaiting } from '#domain/messages/measure-waiting.ts';
import { endLeases } from '#domain/messages/outbox.ts';
import type { WorkingChannels } from '#domain/notifications/working-channels.ts';
import type { WireGroups } from '#domain/settings/wire-groups.ts';
import { type CallAccount, createCallSender, talkOf } from '#platform/calls/call-provider.ts';
import { createSpeech } from '#platform/calls/speech.ts';
import { createMailSender } from '#platform/delivery/mail-sender.ts';
import { ProviderPace } from '#platform/delivery/provider-pace.ts';
import { createGeocoders } from '#platform/geocoding/create-geocoders.ts';
import { ExportRoom } from '#platform/limits/export-room.ts';
import { keyPair } from '#platform/push/key-pair.ts';
import { createPushSender, type PushSender } from '#platform/push/push-sender.ts';
import { createSmsSender } from '#platform/sms/create-sms-sender.ts';
import { httpCalls } from '#platform/sms/http-report.ts';
import { type ProviderCalls, plainCalls, twilioCalls } from '#platform/sms/provider-calls.ts';
import {
  addressUrlOf,
  type Config,
  ConfigError,
  consoleUrlOf,
  httpTemplateOf,
  listenHost,
  pushSubjectOf,
  registrationModeOf,
} from './config.ts';
import { demoLogins, isDemoAccount } from './demo/accounts.ts';
import { deviceAddressesOf } from './device-addresses.ts';
import type { FeatureDependencies } from './domain/feature-dependencies.ts';
import { createAccountFeature } from './features/account/index.ts';
import { createAdministrationFeature } from './features/administration/index.ts';
import { createAlarmSharingFeature } from './features/alarm-sharing/index.ts';
import { createAlarmsFeature } from './features/alarms/index.ts';
import { assignmentHandlers } from './features/assignments/handlers.ts';
import { auditHandlers } from './features/audit/handlers.ts';
import { createCallsFeature } from './features/calls/index.ts';
import { commandHandlers } from './features/commands/handlers.ts';
import { createCouponsFeature } from './features/coupons/index.ts';
import { createCustomersFeature } from './features/customers/index.ts';
import { createDeviceLifeFeature } from './features/device-life/index.ts';
import { createDeviceLogsFeature } from './features/device-logs/index.ts';
import { createDevicesFeature } from './features/devices/index.ts';
import { createEventSetupFeature } from './features/event-setup/index.ts';
import { createGeocodingFeature } from './features/geocoding/index.ts';
import { geofenceHandlers } from './features/geofences/handlers.ts';
import { createIndoorLocationsFeature } from './features/indoor-locations/index.ts';
import { createMapTilesFeature, mapTilesPath } from './features/map-tiles/index.ts';
import { measurementHandlers } from './features/measurements/handlers.ts';
import { createMessagesFeature } from './features/messages/index.ts';
import { createNewDevicesFeature } from './features/new-devices/index.ts';
import { noteHandlers } from './features/notes/handlers.ts';
import { createOutboxFeature } from './features/outbox/index.ts';
import { createPartnersFeature } from './features/partners/index.ts';
import { createPersonalDataFeature } from './features/personal-data/index.ts';
import { createRegistrationFeature } from './features/registration/index.ts';
import { rolePolicyHandlers } from './features/role-policies/handlers.ts';
import { createSensorsFeature } from './features/sensors/index.ts';
import { createLoginLimiter, createSessionFeature } from './features/session/index.ts';
import { settingsHandlers } from './features/settings/handlers.ts';
import { createSmsFeature } from './features/sms/index.ts';
import { createTransactionsFeature } from './features/transactions/index.ts';
import { twinHandlers } from './features/twins/twin-handlers.ts';
import { userHandlers } from './features/users/handlers.ts';
import { viewHandlers } from './features/views/handlers.ts';
import { createWebHooksFeature } from './features/web-hooks/index.ts';
import { createGateway } from './gateway/create-gateway.ts';
import { DeviceRoom } from './gateway/device-room.ts';
import { defaultGatewayLimits } from './gateway/gateway-limits.ts';
import { pressAlarm } from './gateway/press-alarm.ts';
import { createAlarmPathCheck } from './jobs/alarm-path-check.ts';
import { createAlarmPathWatch } from './jobs/alarm-path-watch.ts';
import { auditDigest } from './jobs/audit-digest.ts';
import { autoTracking } from './jobs/auto-tracking.ts';
import type { CallDelivery, Job, MailDelivery, SmsDelivery } from './jobs/job.ts';
import { jobs } from './jobs/job-list.ts';
import { createJobScheduler } from './jobs/job-scheduler.ts';
import { type JobShare, jobsOfShare } from './jobs/jobs-of-share.ts';
import { trackingEnd } from './jobs/tracking-end.ts';
import { zonesOfMarkets } from './jobs/zones-of-markets.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Clock } from './platform/clock/clock.ts';
import type { Database, OpenDatabase } from './platform/database/database.ts';
import { createWebHookSender } from './platform/delivery/web-hook-sender.ts';
import type { Feature } from './platform/feature.ts';
import { serveApiDocs } from './platform/http/api-docs.ts';
import { readBodies } from './platform/http/bodies.ts';
import { createCallers } from './platform/http/callers.ts';
import { serveConsole } from './platform/http/console-files.ts';
import { Door } from './platform/http/door.ts';
import { registerEndpoints } from './platform/http/endpoints.ts';
import { serveHealth } from './platform/http/health.ts';
import { mapFilePath, serveMapFile } from './platform/http/map-file.ts';
import { closeHttpServer, createHttpServer, limitConnections } from './platform/http/server.ts';
import type { Sessions } from './platform/http/sessions.ts';
import { createAttemptLimits } from './platform/limits/attempt-limits.ts';
import { connectionRoom, openFilesLimit } from './platform/limits/connection-room.ts';
import { Turns } from './platform/limits/turns.ts';
import type { Topics } from './platform/live/connection.ts';
import { createLiveHub, type LiveHub } from './platform/live/hub.ts';
import { serveLive } from './platform/live/route.ts';
import type { Log } from './platform/log/log.ts';
import { GoogleTiles } from './platform/map-tiles/google-tiles.ts';
import type { Service } from './platform/service.ts';
import { createLeaseKeeper } from './processing/lease-keeper.ts';
import { createRunner } from './processing/runner.ts';

const consoleFolder = join(import.meta.dirname, '../../console/dist');

export interface AppDependencies {
  database: OpenDatabase;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** Brings to the bus what other processes publish. */
  relay?: Service;
  /** Throws in a transaction when another process may have taken over: nothing may be acknowledged then. */
  requireLock?: ((tx: Database) => Promise<void>) | undefined;
  /** Which jobs this process runs. Without it the role `jobs` is all of them. */
  share?: JobShare;
}

export interface App {
  http: FastifyInstance;
  live: LiveHub;
  sessions: Sessions;
  /** Starts what this process's roles ask for. Rejects, with nothing changed, when a port cannot be had. */
  start(): Promise<void>;
  /** Takes nothing new, finishes what has begun, closes. The database is the caller's. */
  stop(): Promise<void>;
}

/** Which messages can leave; the others wait in the outbox. */
const providersOf = ({ smtpUrl, smsUrl }: Config) => ({
  mailServer: smtpUrl !== undefined,
  smsGateway: smsUrl !== undefined,
});

/** The channels on which an alarm can be told. */
function workingChannelsOf(config: Config): WorkingChannels {
  const { smtpUrl: email, smsUrl: sms, callUrl: call } = config;
  const push = pushSubjectOf(config) ?? undefined;
  const leavesBy: Record<ReceiverChannel, string | undefined> = { sms, call, email, push };
  return new Set(receiverChannels.filter((channel) => leavesBy[channel] !== undefined));
}

/** From which Varde sends SMS and calls. */
const ownNumbersOf = ({ smsFrom, callFrom }: Config) => [smsFrom, callFrom].filter((number) => number !== undefined);

const dependenciesOf = (
  config: Config,
  { database: { db, backgroundDb }, bus, clock, log }: AppDependencies,
  looks: LookRecorder,
): FeatureDependencies => ({
  ...{ db, backgroundDb, bus, clock, log, looks },
  exports: new ExportRoom(),
  working: workingChannelsOf(config),
});

/** Features in the order in which their calls are registered. */
const featuresOf = (deps: FeatureDependencies, config: Config): Feature[] => [
  createDevicesFeature(deps, deviceWords),
  { group: 'views', handlers: viewHandlers(deps) },
  createAlarmsFeature(deps),
  createAlarmSharingFeature({ ...deps, ...providersOf(config), consoleUrl: consoleUrlOf(config) }),
  createSmsFeature({ ...deps, calls: smsCallsOf(config), replyKey: config.smsReplyKey ?? null }),
  createCallsFeature({ ...deps, provider: callTalkOf(config) }),
  createEventSetupFeature({ ...deps, ownNumbers: ownNumbersOf(config), consoleUrl: consoleUrlOf(config) }),
  createWebHooksFeature({ ...deps, inside: config.webHooksInside }),
  createTransactionsFeature(deps),
  createDeviceLogsFeature(deps),
  {
    group: 'commands',
    handlers: commandHandlers({
      ...deps,
      wireGroups: wireGroups(),
      smsGateway: providersOf(config).smsGateway,
      deviceAddresses: deviceAddressesOf(config),
    }),
  },
  createDeviceLifeFeature({ ...deps, wireGroups: wireGroups() }),
  createNewDevicesFeature({ ...deps, wireGroups: wireGroups() }),
  { group: 'twins', handlers: twinHandlers({ ...deps, wireGroups: wireGroups() }) },
  { group: 'measurements', handlers: measurementHandlers(deps) },
  createIndoorLocationsFeature({ ...deps, wireGroups: wireGroups() }),
  createMessagesFeature(deps),
  { group: 'notes', handlers: noteHandlers(deps) },
  createSensorsFeature({ ...deps, sensorRefresh: config.sensorRefresh }),
  createGeocodingFeature({ ...deps, geocoders: geocodersOf(config) }),
  createMapTilesFeature({ ...deps, service: mapServiceOf(config, deps) }),
  { group: 'geofences', handlers: geofenceHandlers({ ...deps, wireGroups: wireGroups() }) },
  { group: 'settings', handlers: settingsHandlers({ ...deps, wireGroups: wireGroups() }) },
  createRegistrationFeature({
    ...deps,
    attempts: createAttemptLimits(deps.db, deps.clock),
    mode: registrationModeOf(config),
    register: config.brregUrl === undefined ? null : createBrregRegister(config.brregUrl),
  }),
  createCouponsFeature(deps),
  createPartnersFeature(deps),
  createCustomersFeature(deps),
  { group: 'users', handlers: userHandlers(deps) },
  { group: 'assignments', handlers: assignmentHandlers({ ...deps, wireGroups: wireGroups() }) },
  { group: 'audit', handlers: auditHandlers({ ...deps, auditDays: config.auditDays }) },
  { group: 'rolePolicies', handlers: rolePolicyHandlers(deps) },
  createPersonalDataFeature(deps),
  createAdministrationFeature(deps),
];

/** The settings of a protocol that sends each on its own. */
const settingsOf = (protocol: RequestProtocol | BrokerProtocol<unknown>) =>
  protocol.transport === 'mqtt' ? protocol.settings : (protocol.commands?.settings ?? []);

/** Which settings each protocol sends together. */
const wireGroups = (): WireGroups =>
  Object.fromEntries(
    Object.values(protocolModules).map((protocol): [string, WireGroups[string]] => [
      protocol.id,
      protocol.transport === 'stream'
        ? groupsOf(protocol.settings).map(({ keys }) => keys)
        : settingsOf(protocol).map((key) => [key]),
    ]),
  );

const roomOf = ({ httpConnections }: Config) => connectionRoom(openFilesLimit(), httpConnections);

/** In whose name this process holds connections. */
const gatewayIdOf = ({ processName }: Config): string => processName ?? hostname();

/** The gateways: one for each protocol. */
const gatewaysOf = (config: Config, { bus, clock, log }: AppDependencies): Service[] => {
  const room = new DeviceRoom(roomOf(config).devices);
  const turns = new Turns(clock, defaultGatewayLimits.turnMs);
  const gatewayId = gatewayIdOf(config);
  const shared = { gatewayId, bus, clock, log, room, turns, host: listenHost(config, config.deviceHost) };
  return protocols.map(({ key }) =>
    createGateway(protocolModules[key], {
      ...shared,
      port: config[`${key}DevicePort`],
      allowed: config[`${key}DeviceAllow`],
      trustProxy: config.trustProxy,
      secureContext: secureContextOf(config),
      broker: config.mqttBroker,
    }),
  );
};

/** The certificate of the port for MQTT; undefined: the port has no TLS. */
function secureContextOf({ mqttTlsCert, mqttTlsKey }: Config): SecureContext | undefined {
  if (mqttTlsCert === undefined || mqttTlsKey === undefined) return undefined;
  const cert = readConfigured('VARDE_MQTT_TLS_CERT', mqttTlsCert);
  const key = readConfigured('VARDE_MQTT_TLS_KEY', mqttTlsKey);
  try {
    return createSecureContext({ cert, key });
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new ConfigError([`VARDE_MQTT_TLS_CERT and VARDE_MQTT_TLS_KEY are no certificate and its key: ${why}`]);
  }
}

function readConfigured(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError([`${variable} cannot be read: ${error instanceof Error ? error.message : error}`]);
  }
}

/**
 * What runs beside HTTP, in the order of starting and of stopping. Ports come first: one that is in use ends the start
 * before anything is changed. What devices send meanwhile waits for processing, which stops after them.
 */
const servicesOf = (config: Config, deps: AppDependencies): { ports: Service[]; workers: Service[] } => {
  const { database, bus, clock, log, requireLock } = deps;
  const share = deps.share ?? (config.roles.includes('jobs') ? 'all' : undefined);
  const ports = config.roles.includes('gateway') ? gatewaysOf(config, deps) : [];
  const workers = [
    ...(deps.relay === undefined ? [] : [deps.relay]),
    ...(config.roles.includes('gateway')
      ? [createLeaseKeeper({ db: database.backgroundDb, bus, log, gatewayId: gatewayIdOf(config) })]
      : []),
    ...(config.roles.includes('processing')
      ? [createRunner({ db: database.processingDb, bus, clock, log, carries, requireLock })]
      : []),
    ...(share === undefined ? [] : [schedulerOf(config, deps, share)]),
  ];
  return { ports, workers };
};

function schedulerOf(config: Config, deps: AppDependencies, share: JobShare): Service {
  return createJobScheduler({
    ...deps,
    jobs: jobsOf(config, deps, share),
    ...(share === 'all' && { begin: endLeases }),
    retention: config,
    mail: mailOf(config),
    sms: smsOf(config, deps),
    calls: callsOf(config, deps),
    push: pushSenderOf(config, deps.database.backgroundDb),
    webHooks: createWebHookSender({ inside: config.webHooksInside }),
    geocoders: geocodersOf(config),
    consoleUrl: consoleUrlOf(config),
  });
}

/** Whom addresses of places are asked from. */
function geocodersOf(config: Config) {
  const { addressService: service, googleMapsKey: key, googleMapsUrl } = config;
  const google = key === undefined ? null : { url: googleMapsUrl, key };
  return createGeocoders({ service, url: addressUrlOf(config), google });
}

/** Whom Varde asks for pictures of the map; null: nobody. */
function mapServiceOf(config: Config, { clock, log }: Pick<AppDependencies, 'clock' | 'log'>) {
  const { googleMapsKey: key, googleTilesUrl: url } = config;
  return key !== undefined && config.tilesUrl === 'google' ? new GoogleTiles({ url, key, clock, log }) : null;
}

/** Where this process reaches a port of its own that listens on this address. */
const ownHostOf = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

function jobsOf(config: Config, deps: AppDependencies, share: JobShare): Job[] {
  const { dataDir, auditDigestMail } = config;
  const sending = [autoTracking, trackingEnd, zonesOfMarkets].map((job) => job(wireGroups()));
  const everywhere = [...jobs, ...sending, createAlarmPathWatch(deps.clock)];
  if (share === 'others') return jobsOfShare(everywhere, share);
  const host = ownHostOf(listenHost(config, config.deviceHost));
  const press = (given: Omit<Parameters<typeof pressAlarm>[0], 'host' | 'port'>) =>
    pressAlarm({ ...given, host, port: config.watchDevicePort });
  const digest = { book: openDigestBook(dataDir), log: deps.log, mailTo: auditDigestMail ?? null };
  return jobsOfShare([createAlarmPathCheck({ ...deps, press }), ...everywhere, auditDigest(digest)], share);
}

function mailOf(config: Config): MailDelivery | null {
  const { smtpUrl, mailFrom } = config;
  return smtpUrl === undefined
    ? null
    : { sender: createMailSender(smtpUrl, mailFrom), consoleUrl: consoleUrlOf(config) };
}

/** How calls of the provider are known as its own, and answered. */
function smsCallsOf(config: Config): ProviderCalls {
  const { smsProvider, smsUrl, publicUrl, smsReportPath: path, smsDelivered, smsFailed } = config;
  if (smsProvider === 'http') return httpCalls({ path, delivered: smsDelivered, failed: smsFailed });
  return smsProvider === 'twilio' && smsUrl && publicUrl ? twilioCalls(smsUrl, publicUrl) : plainCalls;
}

/** Without a public address no provider reaches Varde: it then reports nothing. */
function smsOf(config: Config, { clock }: AppDependencies): SmsDelivery | null {
  const { smsProvider: provider, smsUrl: url, smsFrom: from = '', publicUrl } = config;
  return url === undefined
    ? null
    : {
        sender: createSmsSender({ provider, url, from, template: httpTemplateOf(config) }),
        reportsTo: publicUrl === undefined ? null : consoleUrlOf(config),
        takesReplies: config.smsReplyKey !== undefined,
        provider,
        pace: new ProviderPace(config.smsRate, clock),
      };
}

/** Null: no provider makes calls. */
function callAccountOf(config: Config): CallAccount | null {
  const { callProvider: provider, callUrl: url, callFrom: from = '' } = config;
  return url === undefined ? null : { provider, url, from, publicUrl: consoleUrlOf(config) };
}

function callTalkOf(config: Config) {
  const account = callAccountOf(config);
  return account && { ...account, talk: talkOf(account), speech: createSpeech(config.speechCommand) };
}

function callsOf(config: Config, { clock }: AppDependencies): CallDelivery | null {
  const account = callAccountOf(config);
  if (account === null) return null;
  const speech = account.provider === '46elks' ? createSpeech(config.speechCommand) : null;
  const pace = new ProviderPace(config.callRate, clock);
  const { provider, publicUrl } = account;
  return { sender: createCallSender(account), publicUrl, speech, provider, pace };
}

/** Null: there are no push messages. */
function pushOf(config: Config) {
  const { pushPrivateKey, pushInside: inside } = config;
  const subject = pushSubjectOf(config);
  if (subject === null) return null;
  const keys = async (db: Database) => (pushPrivateKey === undefined ? storedKeys(db) : keyPair(pushPrivateKey));
  return { subject, keys, inside };
}

function pushSenderOf(config: Config, db: Database): PushSender | null {
  const push = pushOf(config);
  return push && createPushSender({ ...push, keys: () => push.keys(db) });
}

const topicsOf = (features: readonly Feature[]): Topics =>
  new Map(features.flatMap(({ topics = [] }) => topics.map((topic) => [topic.name, topic] as const)));

/** Logging in, and whose session it is. */
function sessionOf(config: Config, { database: { db }, clock }: AppDependencies) {
  const { demo, brregUrl } = config;
  const logins = demoLogins.map(({ role, who, username, password }) => ({ role, who, username, password }));
  return createSessionFeature(
    { db, clock },
    {
      limiter: createLoginLimiter(createAttemptLimits(db, clock), ({ username, address, heldUntil }) =>
        requestAccountMail(db, { kind: 'accountLocked', username, address, heldUntil, at: clock.now() }),
      ),
      https: isHttps(config),
      idleMs: config.sessionIdleHours * 3_600_000,
      absoluteMs: config.sessionDays * 86_400_000,
      twoFactorRoles: config.twoFactorRoles,
      mayLogIn: (username) => demo || !isDemoAccount(username),
      config: {
        ...tilesOf(config),
        demoLogins: demo ? logins : null,
        organisationLookUp: brregUrl !== undefined,
        addressSearch: geocodersOf(config).length > 0,
        registration: registrationModeOf(config),
      },
    },
  );
}

/** Where browsers get the map. The map file takes the place of all others. */
function tilesOf(config: Config) {
  const { mapFile, tilesAttribution: attribution } = config;
  if (mapFile !== undefined) return { tilesUrl: mapFilePath, tilesAttribution: null, tilesCopyright: false };
  if (isGoogleMap(config)) return { tilesUrl: mapTilesPath, tilesAttribution: 'Google Maps', tilesCopyright: true };
  const tilesUrl = tileServerOf(config);
  return { tilesUrl, tilesAttribution: tilesUrl === null ? null : attribution, tilesCopyright: false };
}

/** Google's pictures, which browsers get from Varde. */
const isGoogleMap = ({ mapFile, tilesUrl }: Config): boolean => mapFile === undefined && tilesUrl === 'google';

/** Of somebody else, whom browsers ask themselves; null: nobody. */
const tileServerOf = (config: Config): string | null =>
  config.mapFile !== undefined || isGoogleMap(config) ? null : config.tilesUrl;

const isHttps = ({ publicUrl }: Config): boolean => publicUrl?.startsWith('https:') ?? false;

/** How browsers reach Varde, and whom else they ask. */
const browserSideOf = (config: Config) => ({
  trustProxy: config.trustProxy,
  https: isHttps(config),
  tilesUrl: tileServerOf(config),
});

/** Everything that Varde consists of, put together by hand. */
export async function createApp(config: Config, deps: AppDependencies): Promise<App> {
  const { database, bus, clock, log } = deps;
  const { db } = database;
  const http = await createHttpServer({ log, clock, ...browserSideOf(config) });
  limitConnections(http, roomOf(config).http);
  const session = sessionOf(config, deps);
  const account = createAccountFeature({
    db,
    bus,
    clock,
    attempts: createAttemptLimits(db, clock),
    loginNotice: config.loginNotice ?? null,
    twoFactorRoles: config.twoFactorRoles,
    sessions: session.keeper,
    sessionIdleMs: config.sessionIdleHours * 3_600_000,
    push: pushOf(config),
  });
  const working = workingChannelsOf(config);
  const outbox = createOutboxFeature({ db, clock, working, consoleUrl: consoleUrlOf(config) });
  const looks = createLookRecorder(db, log);
  const features = [session, account, outbox, ...featuresOf(dependenciesOf(config, deps, looks), config)];
  const { callsPerSecond, databasePerSecond, livePerUser, trustProxy, workPerSecond: msPerSecond } = config;
  const callers = createCallers(session.keeper, { callsPerSecond, databasePerSecond, engine: database.engine });
  const connectionsPerAddress = Math.ceil(roomOf(config).http / 2);
  const door = new Door({ callers, clock, trustProxy, msPerSecond, connectionsPerAddress });
  door.open(http);
  readBodies(http, door);
  const topics = topicsOf(features);
  const hub = createLiveHub({ topics, sessions: session.keeper, callers, log, perUser: livePerUser });
  if (config.roles.includes('console')) {
    bus.onEvents((events) => hub.publish(events));
    bus.onMissed(() => hub.missed());
    await serveApiDocs(http);
    await serveLive(http, { hub, callers, door, publicUrl: config.publicUrl });
    for (const { group, handlers, ...turns } of features)
      registerEndpoints(http, group, api[group], handlers, { callers, door, ...turns });
    if (config.mapFile !== undefined) serveMapFile(http, config.mapFile, log);
    await serveConsole(http, consoleFolder);
  }
  const { ports, workers } = servicesOf(config, deps);
  let ready = false;
  const isReady = () => ready && workers.every(({ isHealthy }) => isHealthy?.() ?? true);
  serveHealth(http, database, isReady, () => measureWaiting(database.backgroundDb, clock.now()));
  const started = new Set<Service>();
  const start = async (service: Service) => {
    await service.start();
    started.add(service);
  };
  const stopServices = async () => {
    const idle = workers.filter((worker) => !started.has(worker)); // they refuse what waits for them
    for (const service of [...idle, ...ports, ...workers.filter((worker) => started.has(worker))]) await service.stop();
  };
  return {
    http,
    live: hub,
    sessions: session.keeper,
    start: async () => {
      for (const port of ports) await start(port);
      await http.listen({ port: config.httpPort, host: listenHost(config, config.httpHost) });
      for (const worker of workers) await start(worker);
      ready = true;
    },
    stop: async () => {
      ready = false;
      await Promise.all([closeHttpServer(http), stopServices()]); // a browser that stalls keeps no device waiting
      await looks.settled();
    },
  };
}
