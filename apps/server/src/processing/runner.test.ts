import { createCustomer, createDevice } from '@varde/testing/factories';
import { startProcessing } from '@varde/testing/processing';
import { openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sosSample } from '@varde/testing/uplinks';
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
