import type { Uplink } from '@varde/contract/events';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { malformedFrames } from '#domain/devices/tables.ts';
import { UnprocessableUplink } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';

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

afterEach(async () => {
  await opened.db.execute(sql`alter table alarms drop constraint if exists broken`);
  await opened.db.execute(sql`alter table malformed_frames drop constraint if exists broken`);
  await opened.db.execute(sql`alter table transactions drop constraint if exists broken`);
});

type Given = Parameters<typeof messageUplink>[3];
const message = (given: Given = {}, samples = [sosSample()]) =>
  messageUplink(device.identity, processing.clock.now(), samples, given);
const publish = (uplink: Uplink) => processing.bus.publishUplink(uplink);

describe('a message that fails while others are stored', () => {
  const poison = (samples = [sampleOf()], given: Given = {}) => publish(message({ word: 'poison', ...given }, samples));
  let other: TestDevice;
  const others = (samples = [sampleOf()]) => publish(messageUplink(other.identity, processing.clock.now(), samples));
  const putAside = () => opened.db.select().from(malformedFrames).orderBy(malformedFrames.malformedId);
  /** Beside one that is stored, as on any day. */
  const beside = async (failing: () => Promise<unknown>) => {
    const [result] = await Promise.allSettled([failing(), others()]);
    return result;
  };
  const hopeless = { reason: expect.any(UnprocessableUplink) };
  beforeEach(async () => {
    other = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
    await opened.db.execute(sql`alter table transactions add constraint broken check (word <> 'poison')`);
  });

  test('again and again is put aside ten times an hour and then counted, and reported as hopeless each time', async () => {
    for (let times = 0; times < 12; times++) expect(await beside(poison)).toMatchObject(hopeless);
    expect((await putAside()).map(({ repeats }) => repeats)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    processing.clock.advance(3_600_000);
    expect(await beside(poison)).toMatchObject(hopeless);
    expect(await putAside()).toHaveLength(11);
  });

  test('is put aside with each of its alarms, however many there are', async () => {
    for (let times = 0; times < 12; times++) {
      await Promise.allSettled([poison([sosSample()]), others([sosSample()])]);
      await opened.db.update(alarms).set({ state: 'reset' });
    }
    expect(await putAside()).toHaveLength(12);
  });

  test('is not reported as hopeless when that it was put aside, or counted, could not be stored', async () => {
    await opened.db.execute(sql`alter table malformed_frames add constraint broken check (repeats < 0) not valid`);
    for (let times = 0; times < 12; times++) expect(await beside(poison)).not.toMatchObject(hopeless);
    await opened.db.execute(sql`alter table malformed_frames drop constraint broken`);
    expect(await putAside()).toEqual([]);
  });

  test('is not to blame as long as nothing else is stored: it comes again', async () => {
    for (let times = 0; times < 3; times++) await expect(poison()).rejects.not.toThrow(UnprocessableUplink);
    expect(processing.runner.isHealthy?.()).toBe(false);
    expect(await putAside()).toEqual([]);
    expect(await others()).toBe('stored');
    await expect(poison()).rejects.toThrow(UnprocessableUplink);
    expect(await putAside()).toHaveLength(1);
  });

  test('is not to blame for its alarm as long as no other alarm is stored', async () => {
    for (let times = 0; times < 3; times++)
      expect(await beside(() => poison([sosSample()]))).not.toMatchObject(hopeless);
    expect(await putAside()).toEqual([]);
    expect(await others([sosSample()])).toBe('stored');
    await expect(poison([sosSample()])).rejects.toThrow();
    expect(await putAside()).toHaveLength(1);
  });

  test('comes again with its alarm, although it was put aside, until other alarms were stored between three failures', async () => {
    await expect(poison([sosSample()])).rejects.not.toThrow(UnprocessableUplink);
    const otherAlarm = async () => {
      expect(await others([sosSample()])).toBe('stored');
      await opened.db.update(alarms).set({ state: 'reset' });
    };
    for (let proofs = 1; proofs < 3; proofs++) {
      await otherAlarm();
      await expect(poison([sosSample()])).rejects.not.toThrow(UnprocessableUplink);
      await expect(poison([sosSample()])).rejects.not.toThrow(UnprocessableUplink);
      expect(await putAside()).toHaveLength(proofs);
    }
    await otherAlarm();
    await expect(poison([sosSample()])).rejects.toThrow(UnprocessableUplink);
  });

  test('of a database that fails twice, and stores others in between, loses no alarm: it is stored when it comes again', async () => {
    await expect(poison([sosSample()])).rejects.not.toThrow(UnprocessableUplink);
    expect(await others([sosSample()])).toBe('stored');
    await expect(poison([sosSample()])).rejects.not.toThrow(UnprocessableUplink);
    await opened.db.execute(sql`alter table transactions drop constraint broken`);
    expect(await poison([sosSample()])).toBe('stored');
  });

  test('is not to blame for what it failed with before others could be stored again', async () => {
    await opened.db.execute(sql`alter table transactions drop constraint broken`);
    await opened.db.execute(sql`alter table transactions add constraint broken check (tran_id < 0) not valid`);
    for (let times = 0; times < 2; times++) await expect(others()).rejects.not.toThrow(UnprocessableUplink);
    await opened.db.execute(sql`alter table transactions drop constraint broken`);
    expect(await others()).toBe('stored');
    await opened.db.execute(sql`alter table transactions add constraint broken check (tran_id < 0) not valid`);
    await expect(others()).rejects.not.toThrow(UnprocessableUplink);
    expect(await putAside()).toEqual([]);
  });

  test('is cut when it is very long', async () => {
    expect(await beside(() => poison([sampleOf()], { raw: new Uint8Array(100_000) }))).toMatchObject(hopeless);
    expect((await putAside())[0]?.raw.length).toBe(4096);
  });

  test('is reported as hopeless although its device sends others in between, and processing stays ready', async () => {
    const good = () => publish(message({ raw: new Uint8Array([2]) }, [sampleOf()]));
    await expect(poison()).rejects.not.toThrow(UnprocessableUplink);
    for (let times = 0; times < 3; times++) {
      expect(await good()).toBe('stored');
      await expect(poison()).rejects.toThrow(UnprocessableUplink);
      expect(processing.runner.isHealthy?.()).toBe(true);
    }
    expect(await putAside()).toHaveLength(3);
  });

  test('does not make processing unready beside one that is stored', async () => {
    expect(await beside(() => poison([sosSample()]))).not.toMatchObject(hopeless);
    expect(processing.runner.isHealthy?.()).toBe(true);
  });

  test('is not to blame for its alarm as long as others only repeat an alarm that is open', async () => {
    expect(await others([sosSample()])).toBe('stored');
    for (let times = 0; times < 3; times++) {
      const [result] = await Promise.allSettled([poison([sosSample()]), others([sosSample()])]);
      expect(result).not.toMatchObject(hopeless);
    }
    expect(await putAside()).toEqual([]);
  });

  describe('later, when the database can store no alarm', () => {
    const breakAlarms = async () => {
      await opened.db.execute(sql`alter table transactions drop constraint if exists broken`);
      await opened.db.execute(sql`alter table alarms add constraint broken check (mety_id <> 1) not valid`);
    };
    const press = () => message({ raw: new Uint8Array([7]) });

    test('is not to blame for what its device sends then', async () => {
      await Promise.allSettled([poison([sosSample()]), others([sosSample()])]);
      expect(await putAside()).toHaveLength(1);
      await breakAlarms();
      for (let times = 0; times < 3; times++) await expect(publish(press())).rejects.not.toThrow(UnprocessableUplink);
      processing.clock.advance(7 * 86_400_000);
      await expect(poison([sosSample()])).rejects.not.toThrow(UnprocessableUplink);
      expect(await putAside()).toHaveLength(1);
    });

    test.each([
      { what: 'its alarm was raised without its readings', isRaised: true, ms: 0 },
      { what: 'its device gave it up', isRaised: false, ms: 300_000 },
    ])('is not to blame when it failed before, and $what', async ({ isRaised, ms }) => {
      const charged = message({ raw: new Uint8Array([7]) }, [sosSample({ battery: { level: 80 } })]);
      await breakAlarms();
      await expect(publish(charged)).rejects.not.toThrow(UnprocessableUplink);
      await opened.db.execute(sql`alter table alarms drop constraint broken`);
      expect(await others([sosSample()])).toBe('stored');
      if (isRaised) {
        await opened.db.execute(sql`alter table transactions add constraint broken check (battery is null) not valid`);
        expect(await publish(charged)).toBe('stored');
        await opened.db.update(alarms).set({ state: 'reset' });
      }
      processing.clock.advance(ms);
      await breakAlarms();
      await expect(publish(charged)).rejects.not.toThrow(UnprocessableUplink);
      expect(await putAside()).toEqual([]);
    });
  });
});
