import { metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { statementsOf } from '@varde/testing/statements';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '#platform/database/database.ts';

let opened: OpenDatabase;
let processing: TestProcessing;
let devices: TestDevice[];

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  const custId = await createCustomer(opened.db);
  devices = [await createDevice(opened.db, { custId }), await createDevice(opened.db, { custId })];
  processing = await startProcessing(opened.processingDb);
  await send(position()); // from now on they are connected
});

let sent = 0;
const home = (): Partial<Sample> => ({
  position: { lat: 59.91, lng: 10.75 + 0.001 * sent++, source: 'gps' },
  battery: { level: 80 },
});
const position = () => sampleOf({ metyId: metyId.position, ...home() });
const sos = () => sosSample(home());

/** Every device sends it, in one batch. */
function send(sample: Sample): Promise<unknown> {
  processing.clock.advance(1000);
  const now = processing.clock.now();
  return Promise.all(
    devices.map(({ identity }) =>
      processing.bus.publishUplink(messageUplink(identity, now, [sample], { retryKey: `${now}`, timed: true })),
    ),
  );
}
const statements = (sample: Sample) => statementsOf(opened, () => send(sample));

/**
 * Each statement is a round trip that an alarm waits for. In production one more asks whether this process still has the
 * lock of the database. A number grows with a reason only.
 */
describe('however many devices send it, a batch takes', () => {
  test('5 statements for a position', async () => {
    expect(await statements(position())).toHaveLength(5);
  });

  test('10 statements for an alarm', async () => {
    expect(await statements(sos())).toHaveLength(10);
  });

  test('11 statements for a further signal of an alarm', async () => {
    await send(sos());
    expect(await statements(sos())).toHaveLength(11);
  });
});
