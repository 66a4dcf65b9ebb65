import { metyId } from '@varde/catalogue/message-types';
import {
  allowed,
  type CustomerRolePolicy,
  isTrackerOnly,
  type Policy,
  type Use,
  type UserPolicy,
} from '@varde/catalogue/permissions';
import type { UserFlag } from '@varde/catalogue/user-flags';
import { api } from '@varde/contract/api';
import type { Endpoint } from '@varde/contract/endpoint';
import { receiverChannels } from '@varde/contract/event-setup-form';
import type { LiveEvent } from '@varde/contract/events';
import type { LiveMessage, LiveTopicName } from '@varde/contract/live';
import { sessionCookie } from '@varde/contract/transport';
import { users } from '@varde/server/domain/accounts/tables';
import { alarms } from '@varde/server/domain/alarms/tables';
import { createLookRecorder, type LookRecorder } from '@varde/server/domain/audit/look-recorder';
import { customers } from '@varde/server/domain/customers/tables';
import { deviceIdentities, devices } from '@varde/server/domain/devices/tables';
import type { FeatureDependencies } from '@varde/server/domain/feature-dependencies';
import { type Bus, type BusReceiver, createInProcessBus } from '@varde/server/platform/bus/bus';
import type { Caller } from '@varde/server/platform/caller';
import { type Clock, systemClock } from '@varde/server/platform/clock/clock';
import type { Database } from '@varde/server/platform/database/database';
import type { Feature } from '@varde/server/platform/feature';
import { readBodies } from '@varde/server/platform/http/bodies';
import { createCallers } from '@varde/server/platform/http/callers';
import { Door } from '@varde/server/platform/http/door';
import { registerEndpoints } from '@varde/server/platform/http/endpoints';
import type { Handlers } from '@varde/server/platform/http/handlers';
import { createHttpServer } from '@varde/server/platform/http/server';
import type { Sessions } from '@varde/server/platform/http/sessions';
import { ExportRoom } from '@varde/server/platform/limits/export-room';
import type { LiveFeed } from '@varde/server/platform/live/topic';
import { createLog } from '@varde/server/platform/log/log';
import { requireDeclared } from './declared-answers.ts';
import { clearTablesExcept, openTestDatabase } from './test-database.ts';

/** The start time of tests. */
export const testNow = Date.UTC(2026, 2, 1, 12);

/** Customers of every feature test: two homes of a municipality, and an unrelated firm. */
export const testCustomers = { municipality: 1, home: 2, otherHome: 3, firm: 4 } as const;
const paths: Record<number, number[]> = { 1: [1], 2: [1, 2], 3: [1, 3], 4: [4] };

const people = {
  /** All about customers, devices and alarms, everywhere. */
  operator: [{ role: 'SUPERAHP', custId: null }],
  nurse: [{ role: 'RESTRICTED_USER', custId: testCustomers.home }],
  /** Another one at the same home. */
  colleague: [{ role: 'RESTRICTED_USER', custId: testCustomers.home }],
  manager: [{ role: 'SUPERFIRM', custId: testCustomers.municipality }],
  /** Sees devices at the home and has few other rights. */
  tracker: [{ role: 'TRACKER', custId: testCustomers.home }],
  /** A user of the firm: all of the municipality is foreign. */
  stranger: [{ role: 'SUPERFIRM', custId: testCustomers.firm }],
  /** Logged in without any policy. */
  nobody: [],
  /** Everything, everywhere. */
  admin: [{ role: 'SUPERFIRM', custId: null }],
} as const satisfies Record<string, readonly UserPolicy[]>;
export type Person = keyof typeof people;
const names = Object.keys(people) as Person[];

/** A feature behind the real HTTP registration, on a database of its own, with a log of its published events. */
export interface FeatureApi {
  db: Database;
  bus: Bus & BusReceiver;
  events: LiveEvent[];
  looks: LookRecorder;
  /** Advanced by the test. */
  clock: Clock & { set(time: number): void };
  call(who: Person, method: Endpoint['method'], url: string, body?: object): Promise<Answer>;
  /** Fetches a file. */
  download(who: Person, url: string): Promise<Download>;
  /** Replaces the roles of a user, and the role policies of customers. */
  setRights(who: Person, rights: Rights): void;
  /** A subscription as the live hub would open it. */
  open<T extends LiveTopicName>(
    who: Person,
    topic: T,
    params?: Record<string, string>,
    query?: string,
  ): Promise<LiveFeed<LiveMessage<T>> | null>;
  addDevice(device?: AddedDevice): Promise<number>;
  /** An open SOS at `testNow`, by default; of a new device with an alarm. */
  addAlarm(alarm?: Partial<typeof alarms.$inferInsert>): Promise<number>;
  /** Empties all tables but those of the people and the customers. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** The fields of a test device; and the protocol of its identity. */
type AddedDevice = Partial<typeof devices.$inferInsert> & { protocol?: string };

export interface Rights {
  policies: readonly UserPolicy[];
  rolePolicies?: readonly CustomerRolePolicy[];
  /** The policies to which the roles are limited, so that each policy can be tested alone. */
  only?: readonly Policy[];
  flags?: readonly UserFlag[];
  /** That of the session; PROFFWEB by default. */
  context?: Caller['context'] | undefined;
}

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests state their own expectations
  body: any;
}

export interface Download {
  status: number;
  type: string | undefined;
  /** The name under which the browser saves it. */
  name: string | undefined;
  /** The browser shows it itself. */
  isShown: boolean;
  bytes: Buffer;
}

export async function openFeatureApi(create: (dependencies: FeatureDependencies) => Feature): Promise<FeatureApi> {
  const { db, close } = await openTestDatabase();
  await seed(db);
  const bus = createInProcessBus();
  const events: LiveEvent[] = [];
  bus.onEvents((published) => events.push(...published));
  const log = createLog({ level: 'error' }); // an unexpected fault is shown in the output of the test
  const rights = new Map<Person, Rights>();
  const callerOf = (who: Person) => callerFor(who, rights.get(who) ?? { policies: people[who] });
  let now = testNow;
  const clock = {
    now: () => now,
    monotonic: () => now,
    busy: () => now,
    set(time: number) {
      now = time;
    },
  };
  const looks = createLookRecorder(db, log);
  const working = new Set(receiverChannels);
  const feature = create({
    db,
    backgroundDb: db,
    bus,
    clock,
    log,
    looks,
    exports: new ExportRoom(),
    working,
  });
  const http = await createHttpServer({ log, clock, trustProxy: false, https: false, tilesUrl: null });
  const handlers = feature.handlers as Handlers<Record<string, Endpoint>>;
  const holderOf = (who: string) => ({
    tokenHash: who,
    rights: '',
    caller: callerOf(who as Person),
    isConcernedBy: () => false,
  });
  const sessions: Sessions = {
    resolve: async (who) => holderOf(who),
    resolveKey: async () => null,
    resolveAll: async (bearers) => bearers.map(({ token }) => holderOf(token)),
    onEnded: () => undefined,
  };
  const limits = { callsPerSecond: 100_000, databasePerSecond: 1_000_000, engine: 'pglite' } as const;
  const callers = createCallers(sessions, limits);
  const door = new Door({
    ...{ callers, clock: systemClock, trustProxy: false },
    ...{ msPerSecond: 1_000_000, connectionsPerAddress: 1 },
  });
  door.open(http);
  readBodies(http, door);
  registerEndpoints(http, feature.group, api[feature.group], handlers, {
    callers,
    door,
    reach: feature.reach,
    unqueued: feature.unqueued,
    aboutAlarms: feature.aboutAlarms,
    reports: feature.reports,
  });
  return {
    db,
    bus,
    events,
    looks,
    clock,
    async call(who, method, url, body) {
      const answer = await http.inject({
        method,
        url,
        cookies: { [sessionCookie]: who },
        headers: { 'x-varde-context': 'PROFFWEB' },
        ...(body === undefined ? {} : { payload: body }),
      });
      const contentType = answer.headers['content-type']?.toString();
      requireDeclared({ method, url, status: answer.statusCode, contentType });
      return { status: answer.statusCode, body: answer.json() };
    },
    async download(who, url) {
      const answer = await http.inject({ method: 'GET', url, cookies: { [sessionCookie]: who } });
      const { 'content-type': type, 'content-disposition': disposition } = answer.headers;
      const name = /filename="(.+)"/.exec(String(disposition))?.[1];
      const isShown = String(disposition).startsWith('inline;');
      return { status: answer.statusCode, type: type?.toString(), name, isShown, bytes: answer.rawPayload };
    },
    async open(who, name, params = {}, query = '') {
      const topic = feature.topics?.find((one) => one.name === name);
      if (topic === undefined) throw new Error(`no topic ${name}`);
      return topic.open(callerOf(who), params, query) as Promise<LiveFeed<LiveMessage<typeof name>> | null>;
    },
    setRights: (who, held) => rights.set(who, held),
    addDevice: (device) => addDevice(db, device),
    addAlarm: (alarm) => addAlarm(db, alarm),
    clear: () => clearTablesExcept(db, ['users', 'user_policies', 'customers']),
    close: async () => {
      await http.close();
      await looks.settled();
      await close();
    },
  };
}

/** The id of one of `people` in the database. */
const userIdOf = (who: Person): number => names.indexOf(who) + 1;

function callerFor(who: Person, holder: Rights, use: Use = 'look'): Caller {
  const holds = (policy: Policy, path: readonly number[] | null) =>
    (holder.only?.includes(policy) ?? true) && allowed(holder, policy, path, use);
  const may = (policy: Policy, custId: number) => holds(policy, paths[custId] ?? []);
  return {
    userId: userIdOf(who),
    keyId: null,
    username: `${who}@example.org`,
    name: `${who} Test`,
    context: holder.context ?? 'PROFFWEB',
    address: '192.0.2.1',
    reach: holds('DEVICE_LIST', [])
      ? 'all'
      : Object.keys(paths)
          .map(Number)
          .filter((id) => may('DEVICE_LIST', id)),
    isAdmin: false,
    isPrivate: false,
    isPartner: false,
    payingCustomer: null,
    endsAt: null,
    flags: holder.flags ?? [],
    isTrackerOnly: isTrackerOnly(holder),
    get acting() {
      return callerFor(who, holder, 'act');
    },
    seesPositions: true,
    get entitled() {
      return callerFor(who, holder, use);
    },
    scopeOf: (policy) =>
      holds(policy, [])
        ? 'all'
        : Object.keys(paths)
            .map(Number)
            .filter((id) => may(policy, id)),
    may,
    mayAnywhere: (policy) => holds(policy, null),
  };
}

async function seed(db: Database): Promise<void> {
  await db.insert(customers).values(
    Object.entries(testCustomers).map(([firmName, custId]) => ({
      custId,
      firmName,
      kind: 'home' as const,
      path: paths[custId] ?? [],
      parentId: paths[custId]?.at(-2) ?? null,
    })),
  );
  await db.insert(users).values(
    names.map((who) => ({
      userId: userIdOf(who),
      username: `${who}@example.org`,
      passwordHash: '-',
      firstName: who,
      lastName: 'Test',
    })),
  );
}

async function nextRev(db: Database): Promise<number> {
  const next = (await db.execute("select nextval('rev_seq')::int as rev")) as { rows: { rev: number }[] };
  return next.rows[0]?.rev ?? 0;
}

let devicesMade = 0;

/** An EV-07B at the home, by default. */
async function addDevice(db: Database, { protocol = 'eview', ...device }: AddedDevice = {}): Promise<number> {
  const number = ++devicesMade;
  const [row] = await db
    .insert(devices)
    .values({
      dehaId: 23,
      custId: testCustomers.home,
      deviceName: `Device ${String(number).padStart(5, '0')}`, // in the order of names, too
      deviceSerialNumber: `S${number}`,
      rev: await nextRev(db),
      ...device,
    })
    .returning({ deviId: devices.deviId });
  if (row === undefined) throw new Error('no device was added');
  await db.insert(deviceIdentities).values({ deviId: row.deviId, protocol, identity: `${number}` });
  return row.deviId;
}

async function addAlarm(db: Database, alarm: Partial<typeof alarms.$inferInsert> = {}): Promise<number> {
  const deviId = alarm.deviId ?? (await addDevice(db, { flags: ['alarmWarning'], status: 'alarm' }));
  const { receivedAt = new Date(testNow) } = alarm;
  const [row] = await db
    .insert(alarms)
    .values({
      custId: testCustomers.home,
      metyId: metyId.alarm,
      code: 'sos',
      ...{ happenedAt: receivedAt, receivedAt, lastSignalAt: receivedAt },
      ...{ tranId: 1, tranSource: 3 },
      rev: await nextRev(db),
      ...alarm,
      deviId,
    })
    .returning({ alarmId: alarms.alarmId });
  if (row === undefined) throw new Error('no alarm was added');
  return row.alarmId;
}
