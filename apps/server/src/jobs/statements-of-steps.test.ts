import { createAlarm, createCustomer, createDevice } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { messagesIn } from '@varde/testing/messages';
import { statementsOf } from '@varde/testing/statements';
import { openTestDatabase } from '@varde/testing/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createJobContext } from './job-context.ts';
import { notificationSteps } from './notification-steps.ts';

const alarms = 64;

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** Each statement is a round trip that the SMS of all alarms behind it wait for. The number grows with a reason only. */
test('many alarms at once are told by 12 statements each, and each by its own list', async () => {
  const { db } = opened;
  const clock = createManualClock();
  const at = new Date(clock.now());
  const custId = await createCustomer(db);
  const mobiles: string[] = [];
  for (let nth = 0; nth < alarms; nth++) {
    const { deviId } = await createDevice(db, { custId });
    const assignmentId = await presentAssignmentId(db, deviId);
    const mobile = `+47910000${10 + nth}`;
    const usual = { email: null, events: [], channels: ['sms' as const], hours: null, waitSeconds: 60 };
    const save = { rev: 0, receivers: [{ name: 'Kari', mobile, ...usual }], repeats: 0, at, userId: null };
    await saveList(db, { assignmentId: assignmentId ?? 0, deviId }, save);
    const alarmId = await createAlarm(db, { deviId, custId, at, assignmentId: assignmentId ?? 0 });
    await db.transaction((tx) => startChains(tx, [alarmId], clock.now()));
    mobiles.push(mobile);
  }
  const log = createLog({ level: 'silent' });
  const given = { db, bus: createInProcessBus(), clock, log, consoleUrl: 'https://varde.example' };
  const statements = await statementsOf(opened, () => notificationSteps.run(createJobContext(given)));
  expect((await messagesIn(db)).map(({ recipient }) => recipient).toSorted()).toEqual(mobiles.toSorted());
  expect(statements.length / alarms).toBeLessThanOrEqual(12);
});
