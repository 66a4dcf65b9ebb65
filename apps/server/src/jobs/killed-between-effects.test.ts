import type { ReceiverChannel } from '@varde/contract/event-setup-form';
import { createAlarm, createCustomer, createDevice } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { outbox } from '#domain/messages/tables.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { notificationAttempts, notificationChains } from '#domain/notifications/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { Database, OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import type { Job, JobContext } from './job.ts';
import { createJobContext } from './job-context.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';

// An alarm is told to one receiver. The process is killed before each of its effects, one run for each, and another one
// goes on: what it does is what docs/sms.md, docs/calls.md and docs/mail.md promise of their channel.

/** Push messages leave by the delivery of SMS, and are tested in push-delivery.test.ts. */
type Channel = Exclude<ReceiverChannel, 'push'>;

/** How long a message is kept from others by the process that has begun to hand it over. */
const leaseMs: Record<Channel, number> = { sms: 20_000, call: 20_000, email: 120_000 };
const deliveries: Record<Channel, Job> = {
  sms: messageDelivery.sms,
  call: messageDelivery.call,
  email: messageDelivery.email,
};

let opened: OpenDatabase;
let clock: ManualClock;
let alarmId: number;
/** What reached the provider: its key against doubles, and when. */
let handed: { id: string; at: number }[];

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** The alarm is committed: the list of its device names one receiver, on these channels. */
async function raise(...channels: Channel[]): Promise<void> {
  const { db } = opened;
  await clearTables(db);
  clock = createManualClock();
  handed = [];
  const custId = await createCustomer(db);
  const { deviId } = await createDevice(db, { custId });
  const assignmentId = await presentAssignmentId(db, deviId);
  const kari = { name: 'Kari', mobile: '+4791234567', email: 'kari@test.example', channels };
  const receivers = [{ ...kari, events: [], hours: null, waitSeconds: 60 }];
  const at = new Date(clock.now());
  await saveList(db, { assignmentId, deviId }, { rev: 0, receivers, repeats: 0, at, userId: null });
  alarmId = await createAlarm(db, { custId, deviId, assignmentId, at });
  await db.transaction((tx) => startChains(tx, [alarmId], clock.now()));
}

class Killed extends Error {}

/** A process that has so many effects in the database and at the provider, and is killed before the next one. */
class Process {
  #left: number;
  readonly #context: JobContext;

  constructor(effects = Number.POSITIVE_INFINITY) {
    this.#left = effects;
    const db = this.#mortal(opened.db);
    const provider = async (id: string) => {
      this.#effect();
      handed.push({ id, at: clock.now() });
      this.#effect();
      return 'p-1';
    };
    const consoleUrl = 'https://varde.example';
    this.#context = createJobContext({
      ...{ db, bus: createInProcessBus(), clock, log: createLog({ level: 'silent' }), consoleUrl },
      sms: { sender: { send: ({ id }) => provider(id) }, reportsTo: consoleUrl, takesReplies: false },
      calls: { sender: { call: ({ id }) => provider(id) }, publicUrl: consoleUrl, speech: null },
      mail: { sender: { send: ({ messageId }) => provider(messageId) }, consoleUrl },
    });
  }

  get isKilled(): boolean {
    return this.#left < 0;
  }

  async run(...jobs: Job[]): Promise<void> {
    for (const job of jobs)
      await job.run(this.#context).catch((error: unknown) => {
        if (!this.isKilled) throw error;
      });
  }

  #effect(): void {
    this.#left -= 1;
    if (this.isKilled) throw new Killed();
  }

  /** Each statement is an effect, and so is each transaction: killed within it or before its commit, it comes to nothing. */
  #mortal(db: Database): Database {
    return new Proxy(db, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          this.#effect();
          return property === 'transaction'
            ? target.transaction(async (tx) => {
                const result = await (args[0] as (tx: Database) => Promise<unknown>)(tx);
                this.#effect();
                return result;
              })
            : value.apply(target, args);
        };
      },
    });
  }
}

const stored = () => opened.db.select({ state: outbox.state }).from(outbox);
const attempts = () => opened.db.select().from(notificationAttempts);
const chain = async () => (await opened.db.select().from(notificationChains))[0];

describe.each(['sms', 'call', 'email'] as const)('an alarm that is told by %s', (channel) => {
  const all = [notificationSteps, deliveries[channel]];
  beforeEach(() => raise(channel));

  test('is told, whenever the process is killed: once, or twice when that was between the acceptance and its storing', async () => {
    let repeated = 0;
    let effects = 0;
    for (; ; effects++) {
      await raise(channel);
      const killed = new Process(effects);
      await killed.run(...all);
      const isLeased = handed.length > 0 && (await stored()).every(({ state }) => state !== 'sent');
      if (isLeased) repeated++;
      const next = new Process();
      await next.run(...all);
      clock.advance(leaseMs[channel]);
      await next.run(...all);
      clock.advance(60_000); // the receiver's time is over
      await next.run(...all);
      expect([effects, handed.length], 'effects, and how often it was told').toEqual([effects, isLeased ? 2 : 1]);
      expect(new Set(handed.map(({ id }) => id)).size, 'the provider can tell the second one').toBe(1);
      expect(await stored()).toEqual([{ state: 'sent' }]);
      expect(await attempts()).toHaveLength(1);
      expect(await chain()).toMatchObject({ state: 'ended', outcome: 'exhausted', round: 1 });
      if (!killed.isKilled) break;
    }
    // Killed after the provider had accepted it: at once, when the transaction began, and before its commit.
    expect([repeated, effects > 8]).toEqual([3, true]);
  });

  test('is told once, when the process is killed after the commit of the alarm and before the first step', async () => {
    await new Process(0).run(...all);
    expect([handed, await attempts()]).toEqual([[], []]);
    await new Process().run(...all);
    expect(handed).toEqual([{ id: expect.any(String), at: clock.now() }]);
  });

  test('is told once, when the process is killed after the step and before the provider', async () => {
    await new Process().run(notificationSteps);
    await new Process(0).run(deliveries[channel]);
    expect([handed, (await attempts()).length]).toEqual([[], 1]);
    await new Process().run(...all);
    expect(handed).toHaveLength(1);
    expect(await attempts()).toHaveLength(1);
  });

  test('is told by the next process when the lease of the killed one ends, and not a millisecond earlier', async () => {
    for (let effects = 1; handed.length === 0; effects++) {
      await raise(channel);
      await new Process().run(notificationSteps);
      await new Process(effects).run(deliveries[channel]);
    }
    const [{ at } = { at: 0 }] = handed;
    clock.advance(leaseMs[channel] - 1);
    await new Process().run(deliveries[channel]);
    expect(handed).toHaveLength(1);
    clock.advance(1);
    await new Process().run(deliveries[channel]);
    expect(handed.map((one) => one.at - at)).toEqual([0, leaseMs[channel]]);
    await new Process().run(deliveries[channel]);
    expect(handed).toHaveLength(2);
  });
});

test('a step queues the messages of all channels, or of none when the process is killed within it', async () => {
  for (let effects = 0; ; effects++) {
    await raise('sms', 'call', 'email');
    const killed = new Process(effects);
    await killed.run(notificationSteps);
    const queued = (await stored()).length;
    expect([await attempts(), queued]).toEqual([expect.objectContaining({ length: queued }), queued]);
    expect([0, 3]).toContain(queued);
    await new Process().run(notificationSteps);
    expect([(await attempts()).length, (await stored()).length]).toEqual([3, 3]);
    if (!killed.isKilled) break;
  }
});
