import { createCustomer, createDevice } from '@varde/testing/factories';
import { startProcessing } from '@varde/testing/processing';
import { openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sosSample } from '@varde/testing/uplinks';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

test('processing says that it is not well while a message has waited longer than ten seconds', async () => {
  const opened = await openTestDatabase();
  const { identity } = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  const { bus, clock, runner } = await startProcessing(opened.db);
  const published = bus.publishUplink(messageUplink(identity, clock.now(), [sosSample()]));
  clock.advance(10_000);
  expect(runner.isHealthy?.()).toBe(true);
  clock.advance(1);
  expect(runner.isHealthy?.()).toBe(false);
  await published;
  await expect.poll(() => runner.isHealthy?.()).toBe(true);
  await opened.close();
});

test.each([
  ['forward', 3_600_000],
  ['back', -3_600_000],
])('a clock that is set %s changes nothing in how well processing is', async (_, ms) => {
  const opened = await openTestDatabase();
  const { identity } = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  const { bus, clock, runner } = await startProcessing(opened.db);
  const publish = () => bus.publishUplink(messageUplink(identity, clock.now(), [sosSample()]));
  const waiting = publish();
  clock.step(ms);
  expect(runner.isHealthy?.()).toBe(true);
  clock.advance(10_001);
  expect(runner.isHealthy?.()).toBe(false);
  await waiting;

  await opened.db.execute(sql`create function fails() returns trigger language plpgsql as
    $$ begin raise exception 'full' using errcode = '53100'; end $$`);
  await opened.db.execute(sql`create trigger fails before insert on alarm_signals
    for each row execute function fails()`);
  await expect(publish()).rejects.toThrow();
  clock.step(ms);
  expect(runner.isHealthy?.()).toBe(false);
  clock.advance(60_000);
  expect(runner.isHealthy?.()).toBe(true);
  await opened.close();
});
