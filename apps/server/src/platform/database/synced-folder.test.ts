import { cpSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { RecordedDisk } from '@varde/testing/recorded-disk';
import { makeDataFolder } from '@varde/testing/test-database';
import { messageUplink, sosSample } from '@varde/testing/uplinks';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { alarmSignals, alarms } from '#domain/alarms/tables.ts';
import { type OpenDatabase, openPglite, queryRows } from './database.ts';
import { mostDatabaseFiles } from './synced-folder.ts';

let template: string;
let home: string;
let folder: string;
let disk: RecordedDisk;
let opened: OpenDatabase;
let processing: TestProcessing;
let devices: TestDevice[];
/** The effect of a flush besides being recorded. */
let onFlush: () => void;
let panics: string[];

beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'varde-power-'));
  await makeDataFolder(template);
});
afterAll(() => rmSync(template, { recursive: true, force: true }));
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'varde-power-'));
  folder = join(home, 'database');
  cpSync(join(template, 'database'), folder, { recursive: true });
  disk = new RecordedDisk(folder);
  onFlush = () => undefined;
  panics = [];
  opened = await openPglite(folder, {
    onPanic: ({ message }) => panics.push(message),
    sync: (_descriptor, path) => {
      onFlush();
      disk.flush(path);
    },
  });
  const custId = await createCustomer(opened.db);
  devices = [await createDevice(opened.db, { custId }), await createDevice(opened.db, { custId })];
  processing = await startProcessing(opened.db);
});
afterEach(async () => {
  await opened.close();
  disk.remove();
  rmSync(home, { recursive: true, force: true });
});

const press = (number: number) => {
  const { identity = '' } = devices[number % 2] ?? {};
  return processing.bus.publishUplink(
    messageUplink(identity, processing.clock.now(), [sosSample()], { retryKey: `k${number}` }),
  );
};
/** The presses in the database of a server that starts after a power cut now. */
async function pressesAfterPowerCut(): Promise<number> {
  const target = join(home, 'after');
  disk.afterPowerCut(target);
  const { db, close } = await openPglite(target);
  const [row] = await queryRows<{ signals: number; alarms: number; counted: number }>(
    db,
    sql`select (select count(*)::int from ${alarmSignals}) as signals, count(*)::int as alarms,
        coalesce(sum(signal_count), 0)::int as counted from ${alarms}`,
  );
  await close();
  expect(row?.counted).toBe(row?.signals); // nothing is half stored
  return row?.signals ?? 0;
}

vi.setConfig({ testTimeout: 180_000 }); // a database that recovers takes seconds to open

test('every acknowledged alarm is on the disk, whenever the power is cut', async () => {
  for (let number = 1; number <= 12; number += 1) {
    const before = disk.flushes;
    expect(await press(number)).toBe('stored');
    expect(disk.flushes).toBeGreaterThan(before);
    if (number === 1 || number === 12) expect(await pressesAfterPowerCut()).toBe(number);
  }
});

test('and also when the power is cut during a checkpoint', async () => {
  for (let number = 1; number <= 5; number += 1) await press(number);
  let flushes = 0;
  onFlush = () => {
    flushes += 1;
    if (flushes === 20) disk.afterPowerCut(join(home, 'cut'));
  };
  await opened.db.execute('checkpoint');
  expect(flushes).toBeGreaterThan(20);
  const { db, close } = await openPglite(join(home, 'cut'));
  expect(await db.$count(alarmSignals)).toBe(5);
  await close();
  expect(await pressesAfterPowerCut()).toBe(5);
});

test('many concurrent alarms share a flush, and each is acknowledged after it', async () => {
  const before = disk.flushes;
  const flushedWhenAcknowledged = await Promise.all(
    Array.from({ length: 200 }, async (_, number) => {
      await press(number);
      return disk.flushes;
    }),
  );
  expect(Math.min(...flushedWhenAcknowledged)).toBeGreaterThan(before);
  expect(disk.flushes - before).toBeLessThan(20);
  expect(await pressesAfterPowerCut()).toBe(200);
});

test('a disk that refuses to flush acknowledges nothing, and the database reports that it has stopped', async () => {
  await press(1);
  onFlush = () => {
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
  };
  await expect(press(2)).rejects.toThrow();
  await expect(press(3)).rejects.toMatchObject({ message: expect.any(String) });
  await expect(opened.db.execute('select 1')).rejects.toMatchObject({
    cause: { message: 'the embedded database has stopped' },
  });
  expect(panics).toEqual([expect.stringContaining('could not fsync file')]);
  expect(await pressesAfterPowerCut()).toBe(1);
});

test.runIf(process.platform === 'linux')(
  'the database leaves the other open files of the process to connections, however many tables are used',
  async () => {
    const tables = await queryRows<{ name: string }>(
      opened.db,
      sql`select oid::regclass::text as name from pg_class where relkind = 'r'`,
    );
    for (const { name } of tables) await opened.db.execute(sql.raw(`select count(*) from ${name}`));
    await opened.db.execute(sql`vacuum`);
    const files = readdirSync('/proc/self/fd').filter((each) => isIn(folder, `/proc/self/fd/${each}`));
    expect(files.length).toBeGreaterThan(50);
    expect(files.length).toBeLessThanOrEqual(mostDatabaseFiles);
  },
);

function isIn(directory: string, link: string): boolean {
  try {
    return readlinkSync(link).startsWith(directory);
  } catch {
    return false; // closed since
  }
}
