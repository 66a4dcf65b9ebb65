import { SharedAlarm } from '@varde/testing/shared-alarm';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queueHookEvents } from '#domain/web-hooks/hook-events.ts';
import { addHook } from '#domain/web-hooks/hooks.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';
import { webHookDelivery } from './web-hook-delivery.ts';

let sharing: SharedAlarm;
let isAway = false;
let refused = 0;
let handed = 0;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  [isAway, refused, handed] = [false, 0, 0];
});

/** The database, which refuses connections while it is away, and is back after it has refused a few. */
const restarting = (db: Database, error: () => Error): Database =>
  new Proxy(db, {
    get: (target, name) => {
      const own: unknown = Reflect.get(target, name);
      if (name !== 'transaction' || !isAway) return own;
      return async () => {
        refused += 1;
        isAway = refused < 3;
        throw error();
      };
    },
  });

/** The provider takes the message, and at this moment the database goes away. */
const accepts = async () => {
  handed += 1;
  isAway = true;
  return 'receipt-1';
};
const kari = { name: 'Kari', mobile: '+4791111111', email: 'kari@test.example' };
const channels = {
  sms: {
    receiver: { ...kari, channels: ['sms' as const] },
    run: (db: Database) =>
      sharing.run(messageDelivery.sms, {
        db,
        sms: { sender: { send: accepts }, reportsTo: null, takesReplies: false },
      }),
    stored: () => sharing.texts(),
  },
  email: {
    receiver: { ...kari, channels: ['email' as const] },
    run: (db: Database) =>
      sharing.run(messageDelivery.email, {
        db,
        mail: { sender: { send: accepts }, consoleUrl: 'https://varde.example' },
      }),
    stored: () => sharing.mails(),
  },
};

describe.each(['sms', 'email'] as const)('a message by %s that was handed over when the database restarted', (name) => {
  const { receiver, run, stored } = channels[name];
  test.each([
    ['refuses connections', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['starts up', Object.assign(new Error('starting up'), { code: '57P03' })],
    ['has ended the connection', new Error('Connection terminated unexpectedly')],
    ['may only be read', Object.assign(new Error('read-only transaction'), { code: '25006' })],
    ['is full', Object.assign(new Error('no space left on device'), { code: '53100' })],
    ['lets the role do nothing', Object.assign(new Error('permission denied'), { code: '42501' })],
    ['has an internal error', Object.assign(new Error('cache lookup failed'), { code: 'XX000' })],
  ])('is stored as sent when it is back, and sent once: it %s', async (_how, cause) => {
    await sharing.tell(receiver);
    await sharing.run(notificationSteps);
    const db = restarting(sharing.server.db, () => new Error('Failed query', { cause }));
    await run(db).catch(() => undefined); // it cannot look for other messages meanwhile
    expect(await stored()).toMatchObject([{ state: 'sent', receipt: 'receipt-1' }]);
    sharing.clock.advance(3_600_000);
    await run(db);
    expect([handed, refused]).toEqual([1, 3]);
  });

  test('fails at once for another fault, and is tried again when its lease is over', async () => {
    await sharing.tell(receiver);
    await sharing.run(notificationSteps);
    await expect(run(restarting(sharing.server.db, () => new Error('a bug')))).rejects.toThrow();
    expect(await stored()).toMatchObject([{ receipt: null }]);
    expect(handed).toBe(1);
  });
});

/** What is handed over, and where its outcome is stored. */
const handOvers = {
  'an SMS': {
    outcome: { table: sql`outbox`, state: sql.raw("'sent'") },
    begin: async () => {
      await sharing.tell(channels.sms.receiver);
      await sharing.run(notificationSteps);
    },
    run: (over: { db?: Database }) => {
      const send = async () => `receipt-${++handed}`;
      return sharing.run(messageDelivery.sms, {
        ...over,
        sms: { sender: { send }, reportsTo: null, takesReplies: false },
      });
    },
  },
  'a call of a web hook': {
    outcome: { table: sql`web_hook_deliveries`, state: sql.raw("'delivered'") },
    begin: async () => {
      const { homes, alarmId, clock, server } = sharing;
      const [event, at] = ['alarmRaised' as const, new Date(clock.now())];
      await addHook(server.db, { custId: homes.mine, url: 'https://hooks.test.example/varde', events: [event], at });
      await server.db.transaction((tx) => queueHookEvents(tx, [{ alarmId, event, at }]));
    },
    run: (over: { db?: Database }) => {
      const send = async () => {
        handed += 1;
        return 200;
      };
      return sharing.run(webHookDelivery, { ...over, webHooks: { send } });
    },
  },
};

test.each(['an SMS', 'a call of a web hook'] as const)(
  '%s whose outcome cannot be stored is handed over once, also when that takes longer than its lease',
  async (what) => {
    const { server, clock } = sharing;
    const { outcome, begin, run } = handOvers[what];
    const { db, refusedTimes } = countingRefusals(server.db);
    await begin();
    await server.db.execute(sql`create function refuse_end() returns trigger language plpgsql as
      $$ begin raise insufficient_privilege using message = 'permission denied'; end $$`);
    await server.db.execute(sql`create trigger refuse_end before update on ${outcome.table}
      for each row when (new.state = ${outcome.state}) execute function refuse_end()`);
    const delivering = run({ db });
    try {
      await Promise.race([refusedTimes(1), delivering]);
      clock.advance(30_000);
      await Promise.race([refusedTimes(4), delivering]); // it has looked for others meanwhile
      await run({}); // another process
      expect(handed).toBe(1);
    } finally {
      await server.db.execute(sql`drop function refuse_end cascade`);
    }
    await delivering;
    const stored = await queryRows(server.db, sql`select state = ${outcome.state} as "isStored" from ${outcome.table}`);
    expect(stored).toEqual([{ isStored: true }]);
    expect(handed).toBe(1);
  },
);

/** The database, and a wait until it has refused so many transactions more. */
function countingRefusals(own: Database) {
  let refusals = 0;
  let heard = () => {};
  const refusedTimes = (times: number) =>
    new Promise<void>((resolve) => {
      const from = refusals;
      heard = () => {
        if (refusals - from >= times) resolve();
      };
    });
  const db: Database = new Proxy(own, {
    get: (target, name) => {
      if (name !== 'transaction') return Reflect.get(target, name);
      return (...given: Parameters<Database['transaction']>) =>
        target.transaction(...given).catch((error: unknown) => {
          refusals += 1;
          heard();
          throw error;
        });
    },
  });
  return { db, refusedTimes };
}
