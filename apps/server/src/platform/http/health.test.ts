import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { openLiveClient } from '@varde/testing/live-client';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { messageUplink, sosSample } from '@varde/testing/uplinks';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queueMessages } from '#domain/messages/outbox.ts';
import { metricsRegistry } from '#platform/log/metrics.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const statusOf = async (url: string) => (await server.call('GET', url)).status;

test('a server that does not listen yet is live and not ready; then it is ready', async () => {
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
  await server.app.start();
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);
});

test('concurrent readiness checks ask the database once, and later ones ask again', async () => {
  const asked = vi.spyOn(server.db, 'execute');
  for (const times of [1, 2]) {
    const statuses = await Promise.all(Array.from({ length: 50 }, () => statusOf('/readyz')));
    expect(statuses).toEqual(Array(50).fill(200));
    expect(asked).toHaveBeenCalledTimes(times);
  }
  asked.mockRestore();
});

test('the metrics give the count of messages, their duration and the subscribers, and name nobody', async () => {
  metricsRegistry.resetMetrics();
  const custId = await createCustomer(server.db);
  const { identity } = await createDevice(server.db, { custId });
  const cookie = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId }));
  const live = await openLiveClient(server.port(), { cookie });
  live.send('SUBSCRIBE', { id: 'a', destination: '/topic/alarms', receipt: 'r' });
  await live.next('RECEIPT');
  for (const from of [identity, '999000999'])
    await server.bus.publishUplink(messageUplink(from, Date.now(), [sosSample()]));

  const text = String((await server.call('GET', '/metrics')).body);
  const metric = (series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length),
    );
  expect(metric('varde_uplinks_total{protocol="eview",verdict="stored"}')).toBe(1);
  expect(metric('varde_unknown_devices_total{protocol="eview"}')).toBe(1);
  expect(metric('varde_commit_uplinks_sum')).toBe(2);
  expect(metric('varde_commit_seconds_count')).toBe(2);
  expect(metric('varde_alarm_seconds_count')).toBe(1);
  expect(metric('varde_alarms_raised_total{kind="new"}')).toBe(1);
  expect(metric('varde_live_subscribers{topic="alarms"}')).toBe(1);
  expect(metric('varde_live_connections')).toBe(1);
  for (const name of ['malformed_total', 'connections', 'connections_refused_total', 'uplinks_lost_total'])
    expect(text).toContain(`# TYPE varde_${name} `);
  for (const personal of [identity, '999000999', '192.0.2.7']) expect(text).not.toContain(personal);
  live.close();
});

test('the metrics say how long messages wait, and nothing of it while the database does not answer', async () => {
  const custId = await createCustomer(server.db);
  const { deviId } = await createDevice(server.db, { custId });
  const alarmId = await createAlarm(server.db, { deviId, custId });
  const createdAt = new Date(Date.now() - 60_000);
  await queueMessages(server.db, { channel: 'sms', alarmId, recipient: '+4790000001', content: 'Alarm', createdAt });
  const waits = async () => {
    const text = String((await server.call('GET', '/metrics')).body);
    return /^varde_oldest_message_seconds\{channel="sms"\} (\S+)$/m.exec(text)?.[1];
  };
  expect(Number(await waits())).toBeGreaterThanOrEqual(60);
  await server.db.execute(sql`alter table outbox rename to outbox_gone`);
  expect(await waits()).toBeUndefined();
  await server.db.execute(sql`alter table outbox_gone rename to outbox`);
  expect(await waits()).toBeDefined();
});

test('a server with uncommitted messages is not ready, and is again when they are committed', async () => {
  // Regression: /readyz asked the database for a constant, and reported ready while no alarm came in.
  const { identity } = await createDevice(server.db, { custId: await createCustomer(server.db) });
  const publish = () => server.bus.publishUplink(messageUplink(identity, Date.now(), [sosSample()]));
  await server.db.execute(
    sql.raw(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full' using errcode = '53100'; end $$`),
  );
  await server.db.execute(sql`create trigger full_disk before insert on alarms execute function refuse()`);
  await expect(publish()).rejects.toThrow();
  expect(await statusOf('/readyz')).toBe(503);
  await server.db.execute(sql`drop function refuse cascade`);
  await publish();
  expect(await statusOf('/readyz')).toBe(200);
});

test('a server whose database may only be read, as a standby, is not ready, also while no message comes', async () => {
  await server.db.execute(sql`set default_transaction_read_only = on`);
  expect(await statusOf('/readyz')).toBe(503);
  await server.db.execute(sql`set default_transaction_read_only = off`);
  expect(await statusOf('/readyz')).toBe(200);
});
