import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFrame } from '@varde/protocols/eview/index';
import { refusalFault } from '@varde/testing/command-line';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createCustomer, createDevice } from '@varde/testing/factories';
import { anyPorts, freePort } from '@varde/testing/free-port';
import { createPostgresDatabase } from '@varde/testing/test-database';
import { runVarde, startVardeProcess } from '@varde/testing/varde-process';
import { eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { deviceIdentities, devices } from '#domain/devices/tables.ts';
import { ownCustId } from '#platform/database/scope-condition.ts';

const adminUrl = process.env.VARDE_TEST_POSTGRES;

describe.runIf(adminUrl !== undefined)('one process serves a PostgreSQL database', () => {
  let folder: string;
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let environment: Record<string, string>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'varde-one-server-'));
    database = await createPostgresDatabase(adminUrl ?? '');
    const custId = await createCustomer(database.db);
    await createDevice(database.db, { custId });
    await createDevice(database.db, { custId });
    environment = {
      VARDE_DATABASE_URL: database.url,
      VARDE_DATA_DIR: folder,
      VARDE_HTTP_HOST: '127.0.0.1',
      VARDE_DEVICE_HOST: '127.0.0.1',
      ...anyPorts,
    };
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const serve = () => startVardeProcess(['serve'], { environment });
  const connectAll = () => database.db.update(devices).set({ connected: true });
  const isOthers = ne(devices.custId, ownCustId);
  const connected = async () =>
    (await database.db.select().from(devices).where(isOthers)).map((device) => device.connected);
  const cutLock = () =>
    database.db.execute(sql`select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and datname = current_database() and pid <> pg_backend_pid()`);

  test('a database that may only be read is refused in one line, and nobody has its lock', async () => {
    const standby = await createPostgresDatabase(adminUrl ?? '');
    const name = new URL(standby.url).pathname.slice(1);
    await standby.db.execute(sql.raw(`alter database "${name}" set default_transaction_read_only = on`));
    const refused = await runVarde(['serve'], { environment: { ...environment, VARDE_DATABASE_URL: standby.url } });
    expect(refusalFault(refused, /PostgreSQL at .+ cannot be used: it may only be read: it is a standby/)).toBeNull();
    await standby.close();
  });

  test('a second process reports which process has it, changes nothing, and starts when the first is killed', async () => {
    const first = serve();
    await first.printed('Varde is ready');
    await connectAll();
    await database.db.execute(sql`alter table migrations rename to migrations_aside`); // they would be created again
    const second = await runVarde(['serve'], { environment });
    expect(
      refusalFault(second, /another process serves this database: Varde .+ \d+ [0-9a-f]+\. Only one can; stop it/),
    ).toBeNull();
    expect(await connected()).toEqual([true, true]);
    await database.db.execute(sql`alter table migrations_aside rename to migrations`);

    first.child.kill('SIGKILL');
    await first.exit;
    const third = serve();
    await third.printed('Varde is ready');
    expect(await connected()).toEqual([false, false]);
    third.child.kill('SIGTERM');
    expect(await third.exit).toBe(0);
  });

  test('a process that hangs loses the database to the next one, and acknowledges nothing when it goes on', async () => {
    const port = await freePort();
    const hung = startVardeProcess(['serve'], {
      environment: { ...environment, VARDE_EVIEW_PORT: String(port) },
    });
    await hung.printed('Varde is ready');
    const [{ deviId } = { deviId: 0 }] = await database.db
      .select()
      .from(devices)
      .where(isOthers)
      .orderBy(devices.deviId);
    const [{ identity } = { identity: '' }] = await database.db
      .select()
      .from(deviceIdentities)
      .where(eq(deviceIdentities.deviId, deviId));
    const device = await DeviceSocket.connect(port);
    const press = (sequence: number) =>
      device.send(
        buildFrame(
          {
            command: 'data',
            items: [
              { type: 'deviceId', id: identity },
              { type: 'alarm', bits: 0x1000, time: sequence },
            ],
          },
          sequence,
          true,
        ),
      );
    press(1);
    const acknowledged = (await device.bytes(1)).length;
    hung.child.kill('SIGSTOP');
    press(2);
    let next = serve();
    while (
      !(await next.printed('Varde is ready').then(
        () => true,
        () => false,
      ))
    )
      next = serve(); // as a supervisor does
    hung.child.kill('SIGCONT');
    expect(await hung.exit).toBe(1);
    expect(hung.stderr()).toContain('another process serves this database');
    expect(device.received.length).toBe(acknowledged);
    const [alarm] = await database.db.select().from(alarms).where(eq(alarms.deviId, deviId));
    expect(alarm).toMatchObject({ signalCount: 1 });
    next.child.kill('SIGTERM');
    expect(await next.exit).toBe(0);
  });

  test('commands that need the database work meanwhile, a restore is refused', async () => {
    const server = serve();
    await server.printed('Varde is ready');
    const add = ['add-customer', '--name', 'Nes kommune', '--kind', 'municipality'];
    expect(await runVarde(add, { environment })).toMatchObject({ code: 0, stderr: '' });
    expect(await runVarde(['migrate'], { environment })).toMatchObject({ code: 0, stderr: '' });
    const archive = join(folder, 'backup');
    expect(await runVarde(['backup', archive], { environment })).toMatchObject({ code: 0, stderr: '' });
    const restore = await runVarde(['restore', archive, '--replace'], { environment });
    expect(refusalFault(restore, /another process serves this database/)).toBeNull();
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  });

  test('the first continues when its connection breaks', async () => {
    const server = serve();
    await server.printed('Varde is ready');
    await cutLock();
    const isRefused = async () => (await runVarde(['serve'], { environment })).code === 1;
    expect(await isRefused()).toBe(true);
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  });

  test('a port in use by another program ends the start, and changes nothing', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const port = String((other.address() as AddressInfo).port);
    await connectAll();
    for (const name of ['VARDE_HTTP_PORT', 'VARDE_EVIEW_PORT', 'VARDE_OSMAND_PORT']) {
      const refused = await runVarde(['serve'], { environment: { ...environment, [name]: port } });
      expect(refusalFault(refused, new RegExp(`port ${port} is in use`))).toBeNull();
    }
    expect(await connected()).toEqual([true, true]);
    await new Promise((resolve) => other.close(resolve));
  });
});
