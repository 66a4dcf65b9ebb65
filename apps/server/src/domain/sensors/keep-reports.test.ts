import type { SensorReport } from '@varde/catalogue/report';
import { createCustomer, createDevice } from '@varde/testing/factories';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '#platform/database.ts';
import { keepSensorReports } from './keep-reports.ts';

import { sensors } from './tables.ts';

let opened: OpenDatabase;
let deviId: number;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  const custId = await createCustomer(opened.db);
  deviId = (await createDevice(opened.db, { custId })).deviId;
});

const at = new Date('2026-01-15T12:00:00Z');
/** The reports of one batch. */
const keep = (...reports: SensorReport[]) =>
  opened.db.transaction((tx) =>
    keepSensorReports(
      tx,
      reports.map((report) => ({ deviId, report, at })),
    ),
  );
const these = (...ids: string[]) => ids.map((gatewayId) => ({ gatewayId }));
const rows = (saved: boolean, of = deviId) =>
  opened.db
    .select()
    .from(sensors)
    .where(and(eq(sensors.deviId, of), eq(sensors.saved, saved)));
const ids = async (saved = true) => (await rows(saved)).map(({ gatewayId }) => gatewayId).sort();

describe('a list of all sensors', () => {
  test('removes those that are missing in it', async () => {
    await keep({ changed: these('A', 'B') });
    await keep({ all: these('A') });
    expect(await ids()).toEqual(['A']);
  });

  test('says nothing of a sensor that is reported after it, in one batch', async () => {
    await keep({ changed: these('C') });
    await keep({ all: these('A') }, { changed: these('B') });
    expect(await ids()).toEqual(['A', 'B']);
  });

  test('removes one that was reported before it, in one batch', async () => {
    await keep(
      { changed: these('B') },
      { all: these('B', 'C') },
      { changed: these('D') },
      { all: these('A') },
    );
    expect(await ids()).toEqual(['A']);
  });
});
