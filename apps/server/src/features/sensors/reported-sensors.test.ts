import { sensorStatusKeys } from '@varde/catalogue/sensor-statuses';
import type { SensorRow } from '@varde/contract/sensors';
import { addHomeUnit, startServerForUnits } from '@varde/testing/home-unit';
import type { TestServer } from '@varde/testing/test-server';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sensors } from '#domain/sensors/tables.ts';

/** What a home unit says of its sensors, as a user meets it. */
let server: TestServer;
let port: number;
let unit: Awaited<ReturnType<typeof addHomeUnit>>;
beforeAll(async () => {
  ({ server, port } = await startServerForUnits());
});
afterAll(() => server.close());
beforeEach(async () => {
  unit = await addHomeUnit(server);
});

interface Said {
  type: string;
  function?: string;
  status?: string;
}

/** The sensors of the unit after it has reported these, in their order. */
async function reported(...list: Said[]): Promise<SensorRow['sensor'][]> {
  const sensorList = list.map((one, index) => ({ id: `S${100 + index}`, signal: 5, ...one }));
  const { status } = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${unit.sender.token}` },
    body: JSON.stringify({ device: unit.sender.identity, sensorList }),
  });
  expect(status).toBe(200);
  return (await shown()).map(({ sensor }) => sensor);
}
async function shown(): Promise<SensorRow[]> {
  const { body } = await server.call('GET', `/ajax/devices/${unit.deviId}/sensors`, { as: unit.cookie });
  return (body.sensors as SensorRow[]).toSorted((a, b) => a.sensor.gatewayId.localeCompare(b.sensor.gatewayId));
}
/** What a user may do with a sensor in this status. */
async function actionsIn(
  status: (typeof sensors.$inferInsert)['status'],
  { deseId }: SensorRow['sensor'],
): Promise<readonly string[]> {
  await server.db
    .update(sensors)
    .set({ status })
    .where(and(eq(sensors.deviId, unit.deviId), eq(sensors.deseId, deseId)));
  return (await shown()).find(({ sensor }) => sensor.deseId === deseId)?.actions ?? [];
}

const types = ['4', '33', 'SPT-1', '5', '7', '9', '27', '67', '20', '21', '32', '49', '60', '65', '78', '109', '113'];

test('[D3.042 D3.043] a sensor has the type that its unit says, 0 where that is unknown', async () => {
  const codes = [...types, 'Wristband', 'BaseStation', '0'];
  const found = await reported(...codes.map((type) => ({ type })));
  expect(found.map(({ type }) => type.code)).toEqual(codes);
});

test('[D3.045] a sensor has the function that its unit says, -1 where that is unknown', async () => {
  const codes = ['31', '32', '33', '34', '35', '36', '39', 'generic', 'medicalAlarm', 'custom', '-1'];
  const found = await reported(...codes.map((code) => ({ type: '33', function: code })));
  expect(found.map((sensor) => sensor.function.code)).toEqual(codes);
});

test('[D4.035] a sensor has one of fourteen statuses', async () => {
  const said = ['unknown', 'low_battery', 'tamper', 'out_of_order', 'not_found', 'control_error', 'proc_req', 'ok'];
  const found = await reported(...said.map((status) => ({ type: '4', status })));
  expect(found.map(({ status }) => status.key)).toEqual(said);
  const ofVarde = ['pending_create', 'pending_read', 'pending_update', 'pending_delete', 'connected', 'disconnected'];
  expect([...sensorStatusKeys].sort()).toEqual([...said, ...ofVarde].sort());
});

test('[D4.039 D4.041] what a user may do with a sensor follows from its type, and before it is changed from its status', async () => {
  const [camera, pir, smoke] = await reported({ type: '27' }, { type: '9' }, { type: '67' });
  if (!camera || !pir || !smoke) throw new Error('a sensor is missing');
  const ofType = [
    [camera, ['info', 'editFunction', 'captureImage', 'delete']],
    [pir, ['info', 'editFunction', 'delete']],
    [smoke, ['info', 'delete']],
  ] as const;
  for (const [sensor, actions] of ofType) {
    for (const status of [
      'unknown',
      'low_battery',
      'tamper',
      'out_of_order',
      'not_found',
      'control_error',
      'ok',
    ] as const)
      expect(await actionsIn(status, sensor), status).toEqual(actions);
    const path = `/ajax/devices/${unit.deviId}/sensors/${sensor.deseId}/name`;
    expect((await server.call('PUT', path, { as: unit.cookie, body: { name: 'Stua' } })).status).toBe(200);
    const changed = (await shown()).find((row) => row.sensor.deseId === sensor.deseId);
    expect([changed?.sensor.status.key, changed?.actions]).toEqual(['pending_update', actions]);
  }
});

test('[D4.043] the function is edited of a PIR, and of a sensor that can have another one than generic, unknown and its own', async () => {
  await reported(
    { type: '9', function: 'generic' },
    { type: '4', function: '32' },
    { type: '67', function: 'generic' },
    { type: '7', function: 'custom' },
    { type: '7', function: 'generic' },
  );
  const may = (await shown()).map(({ actions }) => actions.includes('editFunction'));
  expect(may).toEqual([true, true, false, false, true]);
});
