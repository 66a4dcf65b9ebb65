import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { otherKey, testAuthority, testCertificate, testKey } from '@varde/testing/certificates';
import { createCustomer, createDevice } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
import { MqttDevice } from '@varde/testing/mqtt-device';
import { startTestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'varde-certificate-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function environmentWith(cert: string, key: string): Record<string, string> {
  const [certFile, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  return { VARDE_MQTT_TLS_CERT: certFile, VARDE_MQTT_TLS_KEY: keyFile };
}

test('with a certificate and its key, a device over MQTT raises an alarm over TLS', async () => {
  const port = await freePort();
  const environment = { ...environmentWith(testCertificate, testKey), VARDE_MQTT_PORT: String(port) };
  const server = await startTestServer({ environment });
  await server.app.start();
  const custId = await createCustomer(server.db);
  const { identity, token } = await createDevice(server.db, { custId, dehaId: 13, identity: 'unit-1' });
  const options = { protocol: 'mqtts', ca: testAuthority } as const;
  const device = await MqttDevice.connect({ port, identity, token: token ?? '', options });
  await device.send({ sequence: 1, events: ['alarm'] });
  expect(await server.db.select().from(alarms)).toHaveLength(1);
  device.drop();
  await server.close();
});

test.each([
  ['the key of another certificate', testCertificate, otherKey],
  ['no key', testCertificate, 'nothing'],
  ['no certificate', 'nothing', testKey],
])('with %s, the server does not start, and says which settings are wrong', async (_, cert, key) => {
  await expect(startTestServer({ environment: environmentWith(cert, key) })).rejects.toMatchObject({
    lines: [expect.stringContaining('VARDE_MQTT_TLS_CERT and VARDE_MQTT_TLS_KEY')],
  });
});
