import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { messageUplink, sosSample } from '@varde/testing/uplinks';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { queryRows } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createJobContext } from '../../jobs/job-context.ts';
import { messageDelivery } from '../../jobs/message-delivery.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';

const people = ['+4791111111', '+4792222222', '+4793333333'];

/** The embedded database runs one transaction at a time. */
describe.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)(
  'receivers who press keys while alarms are signalled',
  () => {
    let server: TestServer;
    const devices: TestDevice[] = [];
    beforeAll(async () => {
      const provider = {
        VARDE_CALL_URL: 'https://gateway.example/calls',
        VARDE_PUBLIC_URL: 'https://varde.example',
      };
      server = await startTestServer({ environment: provider });
      await server.app.start();
      const custId = await createCustomer(server.db);
      for (let count = 0; count < 10; count += 1) devices.push(await createDevice(server.db, { custId }));
      const { userId } = await createUser(server.db);
      const receivers = people.map((mobile) => ({
        ...{ name: mobile, mobile, email: null, channels: ['call' as const], events: [], hours: null },
        ...{ waitSeconds: 0, userId: null, pinHash: null, nextOfKin: null },
      }));
      await server.db.transaction((tx) =>
        saveList(tx, { custId }, { rev: 0, repeats: 0, at: new Date(), userId, receivers }),
      );
    });
    afterAll(() => server.close());

    const deadlocks = async () => {
      await server.db.execute(sql`select pg_stat_force_next_flush()`);
      const [row] = await queryRows<{ count: number }>(
        server.db,
        sql`select deadlocks::int as count from pg_stat_database where datname = current_database()`,
      );
      return row?.count;
    };

    test('are all answered, and no transaction waits for another in a circle', async () => {
      const answerUrls: string[] = [];
      const context = createJobContext({
        ...{ db: server.db, bus: server.bus, clock: systemClock, log: createLog({ level: 'silent' }) },
        calls: {
          sender: {
            call: async ({ answerUrl }) => {
              answerUrls.push(answerUrl);
              return 'c-1';
            },
          },
          ...{ publicUrl: 'https://varde.example', speech: null },
        },
      });
      const press = ({ identity }: TestDevice) =>
        server.bus.publishUplink(messageUplink(identity, Date.now(), [sosSample()]));
      await Promise.all(devices.map(press));
      await notificationSteps.run(context);
      await messageDelivery.call.run(context);
      expect(answerUrls).toHaveLength(devices.length * people.length);
      let calls = 0;
      const answer = async (url: string, key: string) => {
        calls += 1;
        const { statusCode } = await server.app.http.inject({
          method: 'POST',
          remoteAddress: `192.0.2.${calls % 250}`, // a provider asks from several, and each may ask so often
          url: new URL(url).pathname,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: `key=${key}`,
        });
        return statusCode;
      };
      const before = await deadlocks();
      for (let round = 0; round < 3; round += 1) {
        const answers = answerUrls.map((url, at) => answer(url, (at + round) % 3 === 0 ? '2' : '1'));
        const work = await Promise.all([...answers, ...devices.map(press), ...devices.map(press)]);
        expect(work.filter((outcome) => outcome !== 200 && outcome !== 'stored')).toEqual([]);
        await notificationSteps.run(context);
      }
      expect(await server.db.select().from(alarms)).toHaveLength(devices.length);
      expect(await deadlocks()).toBe(before);
    }, 120_000);
  },
);
