import { messagesIn } from '@varde/testing/messages';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { type ReceiverToSave, saveList } from '#domain/notifications/lists.ts';
import { messageDelivery } from '../../jobs/message-delivery.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';

/** The alarm is told to two telephones with a minute between them; the provider has the first SMS. */
let sharing: SharedAlarm;
let refId: string;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  const { db } = sharing.server;
  const receivers = ['+4790000001', '+4790000002'].map(
    (mobile): ReceiverToSave => ({
      ...{ name: `Vakt ${mobile.slice(-1)}`, mobile, email: null, events: [], hours: null },
      ...{ waitSeconds: 60, channels: ['sms'] },
    }),
  );
  const owner = { assignmentId: await presentAssignmentId(db, sharing.deviId), deviId: sharing.deviId };
  const change = { rev: 0, receivers, at: new Date(sharing.clock.now()), userId: sharing.nurseId };
  await saveList(db, owner, change);
  await db.transaction((tx) => startChains(tx, [sharing.alarmId], sharing.clock.now()));
  await sharing.run(notificationSteps);
  const send = async ({ reportUrl }: { reportUrl: string | null }) => {
    refId = reportUrl?.split('/').at(-1) ?? '';
    return 'Dcshuhod0PMAAAFQ';
  };
  const reportsTo = 'https://varde.example';
  await sharing.run(messageDelivery.sms, { sms: { sender: { send }, reportsTo, takesReplies: false } });
});

/** As LINK Mobility posts it to the account's gate. */
async function report(resultCode: unknown, more: object = {}): Promise<number> {
  const { statusCode } = await sharing.server.app.http.inject({
    method: 'POST',
    url: '/ajax/sms-reports',
    payload: {
      ...{ refId, id: 'Dcshuhod0PMAAAFQ', operator: 'no.telenor', resultCode, operatorResultCode: '2' },
      ...{ sentTimestamp: '2026-01-15T12:00:01Z', timestamp: '2026-01-15T12:00:04Z', segments: 1 },
      ...{ gateCustomParameters: {}, customParameters: { received: '2026-01-15 12:00:04' }, ...more },
    },
  });
  return statusCode;
}
const states = async () => (await messagesIn(sharing.server.db)).map(({ state }) => state);
const told = async () => (await sharing.texts()).map(({ recipient }) => recipient);

test('a report that the SMS was delivered ends it, and nobody is told earlier for it', async () => {
  expect(await report(1001)).toBe(200);
  expect(await states()).toEqual(['delivered']);
  await sharing.run(notificationSteps);
  expect(await told()).toEqual(['+4790000001']);
  expect(await report(1006)).toBe(200);
  expect(await states()).toEqual(['delivered']);
});

test('a report that the SMS did not arrive tells the next receiver at once, with the code', async () => {
  expect(await report(2106)).toBe(200);
  const [sms] = await messagesIn(sharing.server.db);
  expect(sms).toMatchObject({ state: 'failed', reason: 'not delivered 2106' });
  await sharing.run(notificationSteps);
  expect(await told()).toEqual(['+4790000001', '+4790000002']);
});

test.each([1000, 1010, 4])('code %i, which decides nothing, changes nothing', async (resultCode) => {
  expect(await report(resultCode)).toBe(200);
  expect(await states()).toEqual(['sent']);
  await sharing.run(notificationSteps);
  expect(await told()).toEqual(['+4790000001']);
});

test.each<[string, unknown, object]>([
  ['another reference', 2106, { refId: '6f1b4a52-0e0a-4d0b-8f1f-0a4d1c2b3e4f' }],
  ['no reference', 2106, { refId: null }],
  ['no code', undefined, {}],
  ['a code that is none', 'delivered', {}],
])('a report with %s is refused and changes nothing', async (_what, resultCode, more) => {
  expect(await report(resultCode, more)).toBeGreaterThanOrEqual(400);
  expect(await states()).toEqual(['sent']);
});
