import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createCustomer, createDevice } from '@varde/testing/factories';
import { anyPorts, freePort } from '@varde/testing/free-port';
import { eviewAck, eviewIdentity, eviewPress } from '@varde/testing/gateway';
import { makeDataFolder } from '@varde/testing/test-database';
import { startVardeProcess } from '@varde/testing/varde-process';
import { afterAll, expect, test, vi } from 'vitest';
import { openPglite } from '#platform/database/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'varde-open-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(process.platform === 'linux')(
  'browsers and strangers on other device ports that open more connections than the process may have files leave room for a device, which is answered',
  async () => {
    const [http, eview, watch, osmand] = [await freePort(), await freePort(), await freePort(), await freePort()];
    const environment = {
      VARDE_DATA_DIR: folder,
      VARDE_HTTP_HOST: '127.0.0.1',
      VARDE_DEVICE_HOST: '127.0.0.1',
      ...anyPorts,
      VARDE_HTTP_PORT: String(http),
      VARDE_EVIEW_PORT: String(eview),
      VARDE_WATCH_PORT: String(watch),
      VARDE_OSMAND_PORT: String(osmand),
    };
    await makeDataFolder(folder);
    const { db, close } = await openPglite(join(folder, 'database'));
    await createDevice(db, { custId: await createCustomer(db), identity: eviewIdentity });
    await close();
    const varde = startVardeProcess(['serve'], { environment, openFiles: 500 });
    const strangers: Socket[] = [];
    try {
      await varde.printed('Varde is ready');
      for (const port of [http, watch, osmand])
        for (let count = 0; count < 400; count++) strangers.push(connect(port, '127.0.0.1'));
      for (const stranger of strangers) stranger.on('error', () => undefined);
      const refused = () => strangers.filter(({ destroyed }) => destroyed).length;
      await vi.waitFor(() => expect(refused()).toBeGreaterThanOrEqual(700), { timeout: 60_000 });
      const pendant = await DeviceSocket.connect(eview);
      pendant.send(eviewPress(1));
      expect(await pendant.bytes(eviewAck(1).length)).toEqual(eviewAck(1));
      pendant.socket.destroy();
    } finally {
      for (const stranger of strangers) stranger.destroy();
      varde.child.kill('SIGTERM');
      await varde.exit;
    }
  },
);
