import { SharedAlarm } from '@varde/testing/shared-alarm';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';

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

test('a message whose outcome cannot be stored is handed over once, also when that takes longer than its lease', async () => {
  const { server, clock } = sharing;
  let refusals = 0;
  let heard = () => {};
  const refusedTimes = (times: number) =>
    new Promise<void>((resolve) => {
      const from = refusals;
      heard = () => {
        if (refusals - from >= times) resolve();
      };
    });
  const db: Database = new Proxy(server.db, {
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
  const send = async () => {
    handed += 1;
    return `receipt-${handed}`;
  };
  const sms = { sender: { send }, reportsTo: null, takesReplies: false };
  await sharing.tell(channels.sms.receiver);
  await sharing.run(notificationSteps);
  await server.db.execute(sql`create function refuse_sent() returns trigger language plpgsql as
    $$ begin raise insufficient_privilege using message = 'permission denied'; end $$`);
  await server.db.execute(sql`create trigger refuse_sent before update on outbox
    for each row when (new.state = 'sent') execute function refuse_sent()`);
  const delivering = sharing.run(messageDelivery.sms, { db, sms });
  try {
    await refusedTimes(1);
    clock.advance(30_000);
    await refusedTimes(4); // it has looked for other messages meanwhile
    await sharing.run(messageDelivery.sms, { sms }); // another process
    expect(handed).toBe(1);
  } finally {
    await server.db.execute(sql`drop function refuse_sent cascade`);
  }
  await delivering;
  expect(await sharing.texts()).toMatchObject([{ state: 'sent', receipt: 'receipt-1' }]);
  expect(handed).toBe(1);
});
