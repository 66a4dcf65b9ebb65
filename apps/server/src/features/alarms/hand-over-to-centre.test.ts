import { alarmEventNumber as number } from '@varde/catalogue/alarm-events';
import type { AlarmEvent } from '@varde/contract/alarms';
import type { LiveEvent } from '@varde/contract/events';
import { type Answer, SharedAlarm } from '@varde/testing/shared-alarm';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';
import { unansweredAlarmCentres } from '../../jobs/unanswered-alarm-centres.ts';

const kari = { name: 'Kari', mobile: '+4791234567', email: null, channels: ['sms' as const] };
const ola = { ...kari, name: 'Ola', mobile: '+4797654321' };
const centreName = 'Solvik alarm';

let sharing: SharedAlarm;
let centre: number;
let operator: string;
let published: LiveEvent[] = [];

beforeAll(async () => {
  sharing = await SharedAlarm.open();
  sharing.server.bus.onEvents((events) => void published.push(...events));
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  ({ centre, operator } = await sharing.giveToCentre(centreName));
  await sharing.tell(kari, ola);
  await sharing.run(notificationSteps);
  await claim();
  published = [];
});

const post = (who: string, what: string, body?: object): Promise<Answer> =>
  sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/${what}`, {
    ...{ as: who, ...(body && { body }) },
  });
const claim = (who = sharing.as.nurse) => post(who, 'claim');
const escalate = (who = sharing.as.nurse, claimedBy: number | null = sharing.nurseId) =>
  post(who, 'escalation', { claimedBy });
const stored = async () => (await sharing.server.db.select().from(alarms))[0];
const centreOffered = async () =>
  (await sharing.server.call('GET', `/ajax/alarms/${sharing.alarmId}/handlers`, { as: sharing.as.nurse })).body.centre;
async function later(seconds: number): Promise<void> {
  sharing.clock.advance(seconds * 1000);
  await sharing.run(notificationSteps);
  await sharing.run(unansweredAlarmCentres);
  await sharing.run(notificationSteps);
}
async function events(): Promise<AlarmEvent[]> {
  const asked = `/ajax/alarms/analysis/${sharing.tranId}`;
  return (await sharing.server.call('GET', asked, { as: sharing.as.nurse })).body.alarms[0].events;
}
const texts = async () => (await sharing.texts()).map(({ recipient }) => recipient);

describe('a claimed alarm is handed over to the alarm centre', () => {
  test('which has it at once: it is open, the device shows it, and nobody on the list is told meanwhile', async () => {
    expect(await centreOffered()).toBe(centreName);
    expect(await escalate()).toMatchObject({
      status: 200,
      body: { state: 'open', claimedBy: null, escalatedTo: centreName, escalatedAt: sharing.clock.now() },
    });
    expect(published.map(({ type }) => type).sort()).toEqual(['alarm', 'device']);
    const [device] = await sharing.server.db.select().from(devices);
    expect(device?.flags).toContain('escalated');
    const given = (await events()).slice(-2);
    expect(given).toMatchObject([
      { number: number.escalated, header: 104, party: centreName, by: { userId: sharing.nurseId } },
      { number: number.alarmCentreCall, header: 104, party: centreName },
    ]);
    expect(await centreOffered()).toBeNull();
    await later(110);
    expect(await texts()).toEqual([kari.mobile]);
  });

  test('whose operator takes it with a receipt on the timeline', async () => {
    await escalate();
    sharing.clock.advance(1000);
    expect((await claim(operator)).status).toBe(200);
    expect((await events()).at(-1)).toMatchObject({ number: number.alarmCentreAnswer, party: centreName });
    await later(600);
    expect(await texts()).toEqual([kari.mobile]);
  });

  test('and its list begins again when nobody there takes it in time', async () => {
    await escalate();
    await later(119);
    expect(await texts()).toEqual([kari.mobile]);
    await later(1);
    expect(await texts()).toEqual([kari.mobile, kari.mobile]);
    expect((await events()).map((event) => event.number)).toContain(number.noAnswer);
  });

  test('although the list had not noticed the claim yet', async () => {
    await post(sharing.as.nurse, 'release', { claimedBy: sharing.nurseId });
    await sharing.run(notificationSteps);
    await claim();
    await escalate();
    const before = await texts();
    await later(100);
    expect(await texts()).toEqual(before);
  });

  test('once: the same again changes nothing, and another claim is refused by name', async () => {
    await escalate();
    const count = (await events()).length;
    expect((await escalate()).status).toBe(200);
    expect((await events()).length).toBe(count);
    await claim(sharing.as.manager);
    expect(await escalate()).toMatchObject({ status: 409, body: { code: 'alreadyClaimed' } });
    await post(sharing.as.manager, 'release', { claimedBy: (await stored())?.claimedBy });
    await claim();
    expect(await escalate()).toMatchObject({ status: 409, body: { code: 'noAlarmCentre' } });
  });

  test('by two at the same moment is handed over once', async () => {
    const answers = await Promise.all([escalate(), escalate(sharing.as.manager)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await events()).filter((event) => event.number === number.escalated)).toHaveLength(1);
  });

  test('with an entry in the audit log', async () => {
    await escalate();
    const entries = await sharing.server.db.select({ content: auditEntries.content }).from(auditEntries);
    const entry = entries.map(({ content }) => JSON.parse(content)).find(({ action }) => action === 'alarm.escalated');
    expect(entry).toMatchObject({
      before: { state: 'claimed', claimedBy: sharing.nurseId },
      after: { state: 'open', escalatedTo: centre },
    });
  });
});

describe('an alarm is not handed over to a centre', () => {
  test.each([
    ['without one', () => sharing.server.db.update(devices).set({ ahpId: null })],
    [
      'that takes no alarms',
      () => sharing.server.db.update(customers).set({ takesAlarms: false }).where(eq(customers.custId, centre)),
    ],
  ])('%s', async (_, without) => {
    await without();
    expect(await centreOffered()).toBeNull();
    expect(await escalate()).toMatchObject({ status: 409, body: { code: 'noAlarmCentre' } });
    expect(await stored()).toMatchObject({ state: 'claimed', escalatedAt: null });
    expect(published).toEqual([]);
  });

  test('with an older claim than the user’s own', async () => {
    await post(sharing.as.nurse, 'release', { claimedBy: sharing.nurseId });
    await claim();
    expect(await escalate(sharing.as.nurse, sharing.nurseId + 1)).toMatchObject({
      ...{ status: 409, body: { code: 'alarmChanged' } },
    });
  });

  test('while nobody has claimed it, by who knows another claim, or after its reset', async () => {
    expect(await escalate(sharing.as.nurse, sharing.nurseId + 1)).toMatchObject({ status: 409 });
    await post(sharing.as.nurse, 'release', { claimedBy: sharing.nurseId });
    expect(await escalate()).toMatchObject({ status: 409, body: { code: 'notClaimed' } });
    await sharing.server.db.update(alarms).set({ state: 'reset', resetAt: new Date(sharing.clock.now()) });
    expect(await escalate()).toMatchObject({ status: 409, body: { code: 'alreadyReset' } });
    expect((await stored())?.escalatedAt).toBeNull();
  });

  test('by users who may not handle it', async () => {
    expect((await escalate(sharing.as.tracker)).status).toBe(403);
    expect((await escalate(sharing.as.neighbour)).status).toBe(404);
    expect(await stored()).toMatchObject({ state: 'claimed', escalatedAt: null });
  });
});
