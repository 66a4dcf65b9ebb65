import { buildFrame } from '@varde/protocols/eview/index';
import { protocolModules } from '@varde/protocols/index';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createCustomer, createDevice, speaksHttp } from '@varde/testing/factories';
import { type BrokerPlace, MqttSite } from '@varde/testing/mqtt-site';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { sosSample } from '@varde/testing/uplinks';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarmSignals } from '#domain/alarms/tables.ts';
import { malformedFrames } from '#domain/devices/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createGateway } from './create-gateway.ts';

/** More than are put aside of one device in an hour. */
const presses = 12;

/** Devices on one transport. */
interface Line {
  processing: TestProcessing;
  /** Sends these alarms, which the device repeats until they are acknowledged. */
  press(): Promise<void>;
  /** What the device, or its broker, does when nothing was acknowledged. */
  repeat(): Promise<void>;
  /** Something that cannot be read. Absent: nobody acknowledges such a thing there. */
  babble?(): Promise<void>;
  acknowledged(): number;
  close(): Promise<void>;
}

async function startServer(key: 'eview' | 'http') {
  const processing = await startProcessing(opened.db);
  const custId = await createCustomer(opened.db);
  const bare = await createDevice(opened.db, { custId, ...(key === 'http' && { dehaId: 13 }) });
  const device = key === 'http' ? await speaksHttp(opened.db, bare) : bare;
  const { bus, clock } = processing;
  const given = { gatewayId: 'test', bus, clock, log: createLog({ level: 'silent' }), port: 0, host: '127.0.0.1' };
  const server = createGateway(protocolModules[key], given);
  await server.start();
  const close = async () => {
    await server.stop();
    await processing.runner.stop();
  };
  return { processing, device, server, close };
}

async function overTcp(): Promise<Line> {
  const { processing, device, server, close } = await startServer('eview');
  const socket = await DeviceSocket.connect(server.port());
  const items = [{ type: 'deviceId', id: device.identity } as const, { type: 'alarm', bits: 0x1000 } as const];
  const press = async () => {
    for (let number = 1; number <= presses; number++) socket.send(buildFrame({ command: 'data', items }, number, true));
  };
  const answer = buildFrame({ command: 'response', code: 0 }, 1).length;
  const end = () => {
    socket.socket.destroy();
    return close();
  };
  return { processing, press, repeat: press, acknowledged: () => socket.received.length / answer, close: end };
}

async function overHttp(): Promise<Line> {
  const { processing, device, server, close } = await startServer('http');
  let stored = 0;
  const begun = processing.clock.now();
  const post = async (body: string, url: string, headers: Record<string, string> = {}) => {
    const { status } = await fetch(`http://127.0.0.1:${server.port()}${url}`, { method: 'POST', body, headers });
    if (status === 200) stored += 1;
    return status;
  };
  const press = async () => {
    for (let second = 0; second < presses; second++) {
      const sender = { identity: device.identity, token: device.token ?? '' };
      const {
        url,
        body,
        authorization = '',
      } = protocolModules.http.write(sosSample({ at: begun - second * 1000 }), sender);
      await post(body, url, { authorization, 'content-type': 'application/json' });
    }
  };
  const babble = async () => {
    if ((await post('{', '/', { 'content-type': 'application/json' })) !== 503) stored += 1;
  };
  return { processing, press, repeat: press, babble, acknowledged: () => stored, close };
}

async function overMqtt(place: BrokerPlace): Promise<Line> {
  const site = await MqttSite.start(opened.db, place);
  const messages = Array.from({ length: presses }, () => site.press());
  let stored = 0;
  const send = async (some: (object | string)[]) => {
    const unit = await site.connect();
    for (const message of some)
      unit.send(message).then(
        () => (stored += 1),
        () => undefined,
      );
  };
  const babble = () => send(['not json']);
  const { processing } = site;
  const line = { processing, press: () => send(messages), babble, close: () => site.close() };
  // A broker elsewhere takes over from the device: it is the one that repeats.
  if (place === 'elsewhere') return { ...line, repeat: async () => undefined, acknowledged: () => 0 };
  return { ...line, repeat: () => send(messages), acknowledged: () => stored };
}

const transports = [
  ['TCP', overTcp],
  ['HTTP', overHttp],
  ['the embedded broker', () => overMqtt('inside')],
  ['a broker elsewhere', () => overMqtt('elsewhere')],
] as const;

const faults = [
  ['may only be read', '25006'],
  ['may not be written by its user', '42501'],
  ['is full', '53100'],
  ['stops', '57P01'],
  ['is damaged', 'XX001'],
  ['lacks a partition, so that everything fails in the same way', '23514'],
] as const;

let opened: OpenDatabase;
let line: Line;

beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.db.execute(
    sql.raw(`create function refuses() returns trigger language plpgsql as $$ begin
      raise exception 'as asked' using errcode = tg_argv[0]; end $$`),
  );
});
afterAll(() => opened.close());
afterEach(() => line.close());

async function failing(table: string, code: string, work: () => Promise<void>): Promise<void> {
  await opened.db.execute(
    sql.raw(`create trigger refuses before insert on ${table} for each statement execute function refuses('${code}')`),
  );
  try {
    await work();
  } finally {
    await opened.db.execute(sql.raw(`drop trigger refuses on ${table}`));
  }
}

/** Of uplinks of this kind that processing could not store. */
function countRefused(processing: TestProcessing, kind: string): () => number {
  const { bus } = processing;
  const publish = bus.publishUplink.bind(bus);
  let refused = 0;
  bus.publishUplink = (uplink) => {
    const outcome = publish(uplink);
    outcome.catch(() => {
      if (uplink.kind === kind) refused += 1;
    });
    return outcome;
  };
  return () => refused;
}

describe.each(transports)('over %s', (_, start) => {
  beforeEach(async () => {
    await clearTables(opened.db);
    line = await start();
  });

  test.each(faults)('no alarm is acknowledged, or lost, while the database %s', async (_, code) => {
    const refused = countRefused(line.processing, 'message');
    await failing('transactions', code, async () => {
      await line.press();
      await expect.poll(refused, { timeout: 20_000 }).toBeGreaterThanOrEqual(presses);
      expect(line.acknowledged()).toBe(0);
    });
    await line.repeat();
    const signals = () => opened.db.select().from(alarmSignals);
    await expect.poll(async () => (await signals()).length, { timeout: 20_000 }).toBe(presses);
    expect(await opened.db.select().from(malformedFrames)).toEqual([]);
  });

  test('what cannot be read is not acknowledged before it is recorded', async ({ skip }) => {
    if (line.babble === undefined) return skip('nothing that cannot be read is acknowledged');
    const refused = countRefused(line.processing, 'malformed');
    await failing('malformed_frames', '25006', async () => {
      await line.babble?.();
      await expect.poll(refused, { timeout: 20_000 }).toBeGreaterThan(0);
      expect(line.acknowledged()).toBe(0);
    });
    if (line.acknowledged() === 0) await line.babble();
    const recorded = () => opened.db.select().from(malformedFrames);
    await expect.poll(async () => (await recorded()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  });
});
