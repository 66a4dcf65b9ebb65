import type { Uplink } from '@varde/contract/events';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { sql } from 'drizzle-orm';
import type { Counter, Histogram } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { malformedFrames } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { UnprocessableUplink } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { metrics } from '#platform/log/metrics.ts';

let opened: OpenDatabase;
let processing: TestProcessing;
let device: TestDevice;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  device = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  processing = await startProcessing(opened.db);
});

afterEach(() => opened.db.execute(sql`alter table transactions drop constraint if exists broken`));

const publish = (uplink: Uplink) => processing.bus.publishUplink(uplink);
const message = (samples = [sampleOf()], given: Parameters<typeof messageUplink>[3] = {}) =>
  messageUplink(device.identity, processing.clock.now(), samples, given);
const words = async () =>
  (await opened.db.select().from(transactions).orderBy(transactions.tranId)).map(({ word }) => word);

/**
 * Makes these attempts to commit fail with this SQLSTATE: a sequence keeps counting when its transaction is rolled
 * back.
 */
async function failing(numbers: readonly number[], code: string, work: () => Promise<void>): Promise<void> {
  await opened.db.execute(sql`create sequence failures`);
  await opened.db.execute(
    sql.raw(`create function fails() returns trigger language plpgsql as $$ begin
      if nextval('failures') in (${numbers.join()}) then raise exception 'as asked' using errcode = '${code}'; end if;
      return new; end $$`),
  );
  await opened.db.execute(
    sql`create trigger fails before insert on transactions for each statement execute function fails()`,
  );
  try {
    await work();
  } finally {
    await opened.db.execute(sql`drop trigger fails on transactions`);
    await opened.db.execute(sql`drop function fails`);
    await opened.db.execute(sql`drop sequence failures`);
  }
}
const tries = async () => {
  const { rows } = (await opened.db.execute(sql`select last_value::int as tries from failures`)) as {
    rows: { tries: number }[];
  };
  return rows[0]?.tries;
};

describe('a batch that conflicts with another transaction', () => {
  test.each(['40001', '40P01', '55P03'])('is tried until it is stored, and stored once (%s)', async (code) => {
    await failing([1, 2, 3, 4], code, async () => {
      expect(await publish(message([sosSample()]))).toBe('stored');
      expect(await tries()).toBe(5);
    });
    expect(await opened.db.select().from(alarms)).toMatchObject([{ signalCount: 1 }]);
    expect(await words()).toEqual(['data']);
    expect(await opened.db.select().from(malformedFrames)).toEqual([]);
    expect(processing.events.filter(({ type }) => type === 'alarm')).toHaveLength(1);
  });

  test('keeps the order of its uplinks, whichever of them it is', async () => {
    await failing([1, 2, 4], '55P03', async () => {
      const sent = ['a', 'b', 'c', 'd'].map((word) => publish(message(undefined, { word })));
      expect(await Promise.all(sent)).toEqual(['stored', 'stored', 'stored', 'stored']);
    });
    expect(await words()).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('a failure', () => {
  test("of the database is no uplink's fault: each publisher is rejected, nothing is retried or put aside", async () => {
    await failing([1], '53100', async () => {
      const results = await Promise.allSettled(['a', 'b'].map((word) => publish(message(undefined, { word }))));
      for (const result of results)
        expect(result.status === 'rejected' && !(result.reason instanceof UnprocessableUplink)).toBe(true);
      expect(await tries()).toBe(1);
    });
    expect(await opened.db.select().from(malformedFrames)).toEqual([]);
    expect(processing.runner.isHealthy?.()).toBe(false);
    await publish(message());
    expect(processing.runner.isHealthy?.()).toBe(true);
  });

  test('of one among many leaves the others in their order', async () => {
    await opened.db.execute(sql`alter table transactions add constraint broken check (word <> 'poison')`);
    const sent = ['a', 'b', 'poison', 'c', 'd'];
    const results = await Promise.allSettled(sent.map((word) => publish(message(undefined, { word }))));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true]);
    expect(await words()).toEqual(['a', 'b', 'c', 'd']);
    expect(processing.runner.isHealthy?.()).toBe(true);
  });

  test('of the database while an alarm is retried alone leaves the message with the device', async () => {
    await opened.db.execute(sql`alter table transactions add constraint broken check (battery is null)`);
    await failing([2], '53100', async () => {
      const uplink = message([sosSample({ battery: { level: 80 } })]);
      await expect(publish(uplink)).rejects.not.toThrow(UnprocessableUplink);
      expect(await tries()).toBe(2);
      expect(await opened.db.select().from(malformedFrames)).toEqual([]);
      expect(await publish(uplink)).toBe('stored');
    });
    expect(await opened.db.select().from(alarms)).toMatchObject([{ signalCount: 1 }]);
  });
});

describe('metrics', () => {
  const read = async (metric: Counter | Histogram, labels: Record<string, string>, name?: string) => {
    const { values } = await metric.get();
    const matches = values.filter(
      (value) =>
        (!('metricName' in value) || value.metricName === name) &&
        Object.entries(labels).every(([key, text]) => Reflect.get(value.labels, key) === text),
    );
    return matches.reduce((sum, { value }) => sum + value, 0);
  };
  /** How much each one grows during the work. */
  async function growth(reads: (() => Promise<number>)[], work: () => Promise<unknown>): Promise<number[]> {
    const before = await Promise.all(reads.map((ask) => ask()));
    await work();
    const after = await Promise.all(reads.map((ask) => ask()));
    return after.map((value, index) => value - (before[index] ?? 0));
  }

  test('count alarms, new and repeated, and measure their time since receipt', async () => {
    const reads = [
      () => read(metrics.alarmsRaised, { kind: 'new' }),
      () => read(metrics.alarmsRaised, { kind: 'repeated' }),
      () => read(metrics.alarmSeconds, {}, 'varde_alarm_seconds_count'),
      () => read(metrics.alarmSeconds, {}, 'varde_alarm_seconds_sum'),
    ];
    const twoSeconds = expect.closeTo(2); // a sum of fractions
    const late = () => publish({ ...message([sosSample()]), receivedAt: processing.clock.now() - 2000 });
    expect(await growth(reads, late)).toEqual([1, 0, 1, twoSeconds]);
    expect(await growth(reads, late)).toEqual([0, 1, 1, twoSeconds]);
    const ahead = () => publish({ ...message([sosSample()]), receivedAt: processing.clock.now() + 2000 });
    expect(await growth(reads, ahead)).toEqual([0, 1, 1, 0]);
    const moves = sampleOf({ position: { lat: 59.9, lng: 10.75, source: 'gps' } });
    expect(await growth(reads, () => publish(message([moves])))).toEqual([0, 0, 0, 0]);
  });

  test('count uplinks by verdict, and unknown devices', async () => {
    const protocol = 'eview';
    const reads = [
      () => read(metrics.uplinks, { protocol, verdict: 'stored' }),
      () => read(metrics.uplinks, { protocol, verdict: 'unknownDevice' }),
      () => read(metrics.unknownDevices, { protocol }),
      () => read(metrics.malformed, { protocol, reason: 'processing' }),
    ];
    expect(await growth(reads, () => publish(message()))).toEqual([1, 0, 0, 0]);
    const stranger = messageUplink('999', processing.clock.now(), [sampleOf()]);
    expect(await growth(reads, () => publish(stranger))).toEqual([0, 1, 1, 0]);
    await opened.db.execute(sql`alter table transactions add constraint broken check (word <> 'poison')`);
    const poison = () => Promise.allSettled([publish(message(undefined, { word: 'poison' })), publish(message())]);
    expect(await growth(reads, poison)).toEqual([1, 0, 0, 1]);
  });
});
