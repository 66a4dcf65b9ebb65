import { reopenMs } from '@varde/catalogue/alarms';
import {
  createAlarm,
  createCustomer,
  createDevice,
  createTransaction,
  createUser,
} from '@varde/testing/factories';
import { openFeatureApi, testCustomers } from '@varde/testing/feature-api';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { consents, users } from '#domain/accounts/tables.ts';
import { alarmEvents, alarmShares, alarmSignals, alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { deviceAssignments, devices } from '#domain/devices/tables.ts';
import { outbox, smsOutbox } from '#domain/notifications/tables.ts';
import { createLog } from '#platform/log.ts';
import { type OutgoingSms, SmsRefused } from '#platform/sms-sender.ts';
import type { Job, JobContext } from '../../jobs/job.ts';
import { createJobContext } from '../../jobs/job-context.ts';
import { mailDelivery } from '../../jobs/mail-delivery.ts';
import { smsDelivery } from '../../jobs/sms-delivery.ts';
import { createAlarmSharingFeature } from './index.ts';

let server: TestServer;
let clock: ManualClock;
let context: JobContext;
let homes: { city: number; mine: number; other: number };
let deviId: number;
let alarmId: number;
let tranId: number;
let nurseId: number;
const as = { nurse: '', manager: '', neighbour: '', tracker: '' };
const room = { posLati: 59.91273, posLong: 10.74609, posTime: new Date(0), place: 'Stue' };

beforeAll(async () => {
  clock = createManualClock();
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db, bus } = server;
  context = createJobContext({ db, bus, clock, log: createLog({ level: 'silent' }) });
  const city = await createCustomer(db);
  homes = {
    city,
    mine: await createCustomer(db, { kind: 'home', parentId: city }),
    other: await createCustomer(db, { kind: 'home', parentId: city }),
  };
  ({ deviId } = await createDevice(db, { custId: homes.mine, deviceName: 'Astrid Lie', serial: 'SN1' }));
  tranId = await createTransaction(db, { deviId, custId: homes.mine });
  alarmId = await alarmOf(deviId);
  const nurse = await createUser(db, { role: 'RESTRICTED_USER', custId: homes.mine });
  nurseId = nurse.userId;
  as.nurse = await server.loginAs(nurse);
  as.manager = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: city }));
  as.neighbour = await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: homes.other }));
  as.tracker = await server.loginAs(await createUser(db, { role: 'TRACKER', custId: homes.mine }));
});

/** Its kinds are alarm button, medical and pull cord. */
async function alarmOf(device: number, metyId: 29 | 33 | 31 = 29, assignmentId?: number): Promise<number> {
  const { db } = server;
  const [worn] = await db.select().from(deviceAssignments).where(eq(deviceAssignments.deviId, device));
  const at = new Date(clock.now());
  const made = { deviId: device, custId: homes.mine, tranId, metyId, at };
  const id = await createAlarm(db, { ...made, assignmentId: assignmentId ?? worn?.assignmentId ?? 0 });
  await db.update(alarms).set(room).where(eq(alarms.alarmId, id));
  await db.insert(alarmSignals).values({ alarmId: id, tranId, code: 'sos', happenedAt: at, receivedAt: at });
  return id;
}
// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
type Answer = { status: number; body: any };
const share = (recipients: string, who = as.nurse, alarm = alarmId): Promise<Answer> =>
  server.call('POST', `/ajax/alarms/${alarm}/share`, { as: who, body: { recipients } });
const outcomes = async (recipients: string, who = as.nurse, alarm = alarmId) =>
  (await share(recipients, who, alarm)).body.results.map((result: Record<string, string>) => result.outcome);
const open = async (token: string) => {
  const { status, body }: Answer = await server.call('GET', `/ajax/shared/${token}`, {});
  return { status, body };
};
const reset = () =>
  server.call('POST', `/ajax/alarms/${alarmId}/reset`, {
    as: as.nurse,
    body: { handledBy: 'Kari', outcome: 'helped' },
  });
/** The device has a new wearer, with another name and place. */
async function handOver(custId: number): Promise<void> {
  clock.advance(1000);
  const path = `/ajax/devices/${deviId}/assignments`;
  const answer = await server.call('POST', path, { as: as.manager, body: { custId } });
  expect(answer.status).toBe(200);
  const posTime = new Date(clock.now() + 1000);
  const worn = { deviceName: 'Ny Bærer', place: 'Hemmelig', posLati: 1, posLong: 1, posTime };
  await server.db.update(devices).set(worn).where(eq(devices.deviId, deviId));
}
const mails = () => server.db.select().from(outbox).orderBy(asc(outbox.mailId));
const texts = () => server.db.select().from(smsOutbox).orderBy(asc(smsOutbox.smsId));
const shares = () => server.db.select().from(alarmShares).orderBy(asc(alarmShares.shareId));
/** The token in the mail that was queued last. */
const mailedToken = async () => String((await mails()).at(-1)?.content?.path).replace('/shared/', '');
const run = (job: Job, part: Partial<JobContext> = {}) => job.run({ ...context, ...part });

describe('an alarm is shared', () => {
  test('[C5.02 C7.27] with e-mail addresses and mobile numbers in free text, separated by commas, each with its result', async () => {
    const answer = await share(
      ' Kari@Test.Example, 912 34 567,+46 70 123 45 67 , ,tull, kari@test.example,a@b',
    );
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        results: [
          { recipient: 'kari@test.example', outcome: 'mailQueued' },
          { recipient: '+4791234567', outcome: 'smsQueued' },
          { recipient: '+46701234567', outcome: 'smsQueued' },
          { recipient: 'tull', outcome: 'notUnderstood' },
          { recipient: 'kari@test.example', outcome: 'duplicate' },
          { recipient: 'a@b', outcome: 'notUnderstood' },
        ],
        mailServer: false,
        smsGateway: false,
      },
    ]);
    const at = clock.now();
    const words = { kind: 'Alarmknapp', name: 'Astrid Lie', place: 'Stue', at };
    expect(await mails()).toMatchObject([
      { recipient: 'kari@test.example', template: 'sharedAlarm', language: 'nb', content: words, alarmId },
    ]);
    expect(await texts()).toMatchObject([
      { recipient: '+4791234567', state: 'queued', alarmId, deviId: null, commandId: null },
      { recipient: '+46701234567', state: 'queued' },
    ]);
    expect((await texts())[0]?.content).toMatch(
      /^Alarmknapp: Astrid Lie, .+\. Sted: Stue\. Se alarmen: http.+\/#\/shared\/[\w-]{43}$/,
    );
  });

  test('[D3.029] with the note of its wearer if that is flagged for messages, and else without', async () => {
    const save = (note: string, sms: boolean, id = 0, device = deviId): Promise<Answer> =>
      server.call('PUT', `/ajax/devices/${device}/note`, { as: as.manager, body: { id, note, sms } });
    const lastMessages = async () => {
      await share('kari@test.example,91234567');
      clock.advance(60_000);
      const [mail, sms] = [(await mails()).at(-1), (await texts()).at(-1)];
      return [mail?.content?.note, sms?.content?.includes('Bor alene'), sms?.content?.includes('Notat')];
    };
    const other = await createDevice(server.db, { custId: homes.mine });
    await save('Nabo', true, 0, other.deviId);
    const { body } = await save('Bor alene', false);
    expect(await lastMessages()).toEqual(['', false, false]);
    await save('Bor alene', true, body.id);
    expect(await lastMessages()).toEqual(['Notat: Bor alene', true, true]);
    expect((await texts()).at(-1)?.content).toMatch(/Sted: Stue\.\nNotat: Bor alene\nSe alarmen: http/);
    await reset();
    const [before] = await server.db.select().from(alarms);
    await handOver(homes.mine);
    await save('Hører dårlig', true);
    const late = await alarmOf(deviId, 33, before?.assignmentId ?? 0);
    await share('kari@test.example', as.manager, late);
    expect((await mails()).at(-1)?.content?.note, 'the note is about the next wearer').toBe('');
  });

  test('[D3.029] of a clone with the note of its master', async () => {
    const { db } = server;
    const clone = await createDevice(db, { custId: homes.mine });
    const pair = (twin: 'MASTER' | 'CLONE', of: number, twinDevice: number) =>
      db.update(devices).set({ twin, twinDevice, twinSerial: 'SN' }).where(eq(devices.deviId, of));
    await pair('MASTER', deviId, clone.deviId);
    await pair('CLONE', clone.deviId, deviId);
    const body = { id: 0, note: 'Bor alene', sms: true };
    await server.call('PUT', `/ajax/devices/${deviId}/note`, { as: as.manager, body });
    await share('kari@test.example', as.nurse, await alarmOf(clone.deviId));
    expect((await mails()).at(-1)?.content?.note).toBe('Notat: Bor alene');
  });

  test('in the timeline and the audit log, with its recipients in the timeline alone', async () => {
    await share('kari@test.example,91234567');
    const events = await server.db.select().from(alarmEvents).orderBy(asc(alarmEvents.eventId));
    expect(events).toMatchObject([
      { number: 207, userId: nurseId, party: 'kari@test.example' },
      { number: 207, userId: nurseId, party: '+4791234567' },
    ]);
    const [entry, ...more] = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'alarm.shared'));
    expect(more).toEqual([]);
    const content = JSON.parse(entry?.content ?? '{}');
    expect(content).toMatchObject({
      after: { mailCount: 1, smsCount: 1, withPlace: true },
      subjectId: alarmId,
    });
    expect(entry?.content).not.toContain('kari@test.example');
  });

  test('and people who do not handle alarms see in its timeline that it was, and not with whom', async () => {
    await share('kari@test.example');
    const seen = async (who: string) => {
      const { body }: Answer = await server.call('GET', `/ajax/alarms/analysis/${tranId}`, { as: who });
      const [alarm] = body.alarms;
      return [alarm.mayShare, alarm.events.at(-1).number, alarm.events.at(-1).party];
    };
    expect(await seen(as.nurse)).toEqual([true, 207, 'kari@test.example']);
    expect(await seen(as.tracker)).toEqual([false, 207, null]);
  });

  test('once by a double click, also by two calls at once, and again after a minute', async () => {
    const [one, two] = await Promise.all([outcomes('kari@test.example'), outcomes('kari@test.example')]);
    expect([...one, ...two].sort()).toEqual(['alreadyShared', 'mailQueued']);
    clock.advance(59_999);
    expect(await outcomes('KARI@test.example')).toEqual(['alreadyShared']);
    expect(await mails()).toHaveLength(1);
    clock.advance(1);
    expect(await outcomes('kari@test.example')).toEqual(['mailQueued']);
    expect(await mails()).toHaveLength(2);
  });

  test('again at once after the clock was set back, which makes the last time one in the future', async () => {
    expect(await outcomes('kari@test.example')).toEqual(['mailQueued']);
    clock.advance(-3_600_000);
    expect(await outcomes('kari@test.example')).toEqual(['mailQueued']);
    expect(await outcomes('kari@test.example')).toEqual(['alreadyShared']);
  });

  test('in the language of the user who shares it', async () => {
    await server.db.update(users).set({ language: 'en' }).where(eq(users.userId, nurseId));
    await share('kari@test.example,91234567');
    expect(await mails()).toMatchObject([{ language: 'en', content: { kind: 'Panic button' } }]);
    expect((await texts())[0]?.content).toMatch(
      /^Panic button: Astrid Lie, .+ Place: Stue\. See the alarm: /,
    );
  });

  test('with numbers of the market of its customer', async () => {
    await server.db.update(customers).set({ market: 4 }).where(eq(customers.custId, homes.mine));
    const { body } = await share('070-123 45 67');
    expect(body.results).toEqual([{ recipient: '+46701234567', outcome: 'smsQueued' }]);
  });
});

describe('is not shared', () => {
  test.each([
    ['another customer', 'neighbour', 404],
    ['a tracker', 'tracker', 403],
  ] as const)('by %s, and nothing is queued', async (_who, who, status) => {
    expect((await share('kari@test.example', as[who])).status).toBe(status);
    expect([await mails(), await texts(), await shares()]).toEqual([[], [], []]);
  });

  test('once it is reset; the answer names who did it', async () => {
    await reset();
    expect(await share('kari@test.example')).toMatchObject({
      status: 409,
      body: { code: 'alreadyReset', errors: [{ path: 'resetBy' }] },
    });
    expect(await mails()).toEqual([]);
  });

  test('with a text that has no recipient or is too long: that is refused, and nothing is queued', async () => {
    for (const text of ['', ' \n', 'a@b.no,'.repeat(1430), 'x'.repeat(2001)])
      expect(await share(text)).toMatchObject({
        status: 400,
        body: { code: 'validationFailed', errors: [{ path: 'recipients' }] },
      });
    expect((await share(',;,')).body.results).toEqual([]);
    const { body } = await share('x'.repeat(2000));
    expect(body.results).toEqual([{ recipient: 'x'.repeat(100), outcome: 'notUnderstood' }]);
    expect([await mails(), await shares()]).toEqual([[], []]);
  });

  test('with what is neither an address nor a number, however it is written', async () => {
    const garbage = [
      'Kari <kari@test.example>',
      'kari@test.example\u0007',
      'a@b@c.no',
      '<script>alert(1)</script>',
      '123',
      '+',
      '00000000000000000000',
      "' or 1=1 --",
    ];
    expect(await outcomes(garbage.join(','))).toEqual(garbage.map(() => 'notUnderstood'));
    expect(await outcomes('Kari\r\nBcc: alle@test.example')).toEqual(['notUnderstood', 'notUnderstood']);
    const entries = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'alarm.shared'));
    expect([await mails(), await texts(), entries]).toEqual([[], [], []]);
  });

  test('with more than 20 at once, 50 in all, or 100 in an hour by one user', async () => {
    let next = 0;
    const some = (count: number) => Array.from({ length: count }, () => `p${++next}@test.example`).join(',');
    const sent = async (count: number, alarm = alarmId) =>
      (await outcomes(some(count), as.nurse, alarm)).filter((outcome: string) => outcome === 'mailQueued')
        .length;
    expect(await outcomes(some(21))).toEqual([...Array(20).fill('mailQueued'), 'tooMany']);
    expect([await sent(20), await sent(20)]).toEqual([20, 10]);
    const [second, third] = [await alarmOf(deviId, 33), await alarmOf(deviId, 31)];
    expect([await sent(20, second), await sent(20, second), await sent(20, third)]).toEqual([20, 20, 10]);
    expect(await outcomes('q@test.example', as.manager, third)).toEqual(['mailQueued']);
    clock.advance(3_600_001);
    expect(await sent(1, third)).toBe(1);
    expect(await shares()).toHaveLength(102);
  });
});

describe('the link of a shared alarm', () => {
  test('shows without a login what it is, who, when and where, and its state, in what no browser or robot keeps', async () => {
    await share('kari@test.example');
    const token = await mailedToken();
    const shown = await server.app.http.inject({ method: 'GET', url: `/ajax/shared/${token}` });
    expect(shown.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    const at = clock.now();
    expect(shown.json()).toEqual({
      alarm: {
        kind: 'panicButton',
        name: 'Astrid Lie',
        state: 'open',
        happenedAt: at,
        lastSignalAt: at,
        signalCount: 1,
        place: { ...room, posTime: 0, posType: null, posAccuracy: null },
      },
    });
    await server.call('POST', `/ajax/alarms/${alarmId}/claim`, { as: as.nurse });
    expect((await open(token)).body.alarm).toMatchObject({ state: 'claimed' });
    const colleague = await createUser(server.db, { role: 'RESTRICTED_USER', custId: homes.mine });
    const body = { claimedBy: nurseId, userId: colleague.userId };
    const path = `/ajax/alarms/${alarmId}/hand-over`;
    expect((await server.call('POST', path, { as: as.nurse, body })).status).toBe(200);
    expect((await open(token)).body.alarm).toMatchObject({ state: 'open' });
  });

  test('is audited when it is opened, once an hour for each link and address, and not when the alarm is over', async () => {
    await share('kari@test.example');
    const token = await mailedToken();
    const entries = () =>
      server.db.select().from(auditEntries).where(eq(auditEntries.action, 'alarm.linkOpened'));
    await open(token);
    clock.advance(10_000);
    await open(token);
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ userId: null, deviId, custId: homes.mine });
    const [stored] = await shares();
    expect(JSON.parse(entry?.content ?? '{}')).toMatchObject({
      subjectId: alarmId,
      address: expect.stringContaining('127.0.0.1'),
      after: { shareIds: [stored?.shareId] },
    });
    clock.advance(3_600_000);
    await open(token);
    expect(await entries()).toHaveLength(2);
    clock.advance(3_600_000);
    await reset();
    await open(token);
    expect(await entries()).toHaveLength(2);
  });

  test('ends with the alarm: it then says that it is over, and nothing else; it works again when the reset is undone', async () => {
    await share('kari@test.example');
    const token = await mailedToken();
    await reset();
    expect(await open(token)).toEqual({ status: 200, body: { alarm: null } });
    await server.call('POST', `/ajax/alarms/${alarmId}/reopen`, { as: as.nurse });
    expect((await open(token)).body.alarm).toMatchObject({ name: 'Astrid Lie' });
  });

  test('cannot be guessed: the token is stored as a hash, and any other is answered as one that never was', async () => {
    await share('kari@test.example');
    const token = await mailedToken();
    const [stored] = await shares();
    expect(JSON.stringify(stored)).not.toContain(token);
    const gone = { status: 410, body: { code: 'linkInvalid' } };
    for (const wrong of [token.slice(1), `${token}x`, stored?.tokenHash ?? '', 'x', '%25', String(alarmId)])
      expect(await open(wrong)).toMatchObject(gone);
  });

  test('follows the wearer while the alarm lasts', async () => {
    await share('kari@test.example');
    const moved = { posLati: 60.1, posLong: 11.1, posTime: new Date(clock.now()), place: 'Bad' };
    await server.db.update(devices).set(moved).where(eq(devices.deviId, deviId));
    expect((await open(await mailedToken())).body.alarm.place).toMatchObject({ place: 'Bad' });
  });

  test('is over after a hand-over, and shows nothing of the next wearer when the reset is undone', async () => {
    await share('kari@test.example');
    const token = await mailedToken();
    await reset();
    await handOver(homes.other);
    expect((await open(token)).body).toEqual({ alarm: null });
    expect((await server.call('POST', `/ajax/alarms/${alarmId}/reopen`, { as: as.nurse })).status).toBe(200);
    expect((await open(token)).body.alarm).toMatchObject({ name: 'SN1', place: { place: 'Stue' } });
    expect((await share('ola@test.example', as.neighbour)).status).toBe(404);
  });

  test.each([
    ['without the place by a user who does not see that time', 'nurse', null, 'ikke oppgitt'],
    ['with its own place by a user who does', 'manager', { place: 'Stue' }, 'Stue'],
  ] as const)(
    'a late alarm of the former wearer at the same home is shared with the number of the device, %s',
    async (_title, who, place, mailed) => {
      await reset();
      const [before] = await server.db.select().from(alarms);
      await handOver(homes.mine);
      const late = await alarmOf(deviId, 33, before?.assignmentId ?? 0);
      expect(await outcomes('kari@test.example', as[who], late)).toEqual(['mailQueued']);
      expect(await mails()).toMatchObject([{ content: { name: 'SN1', place: mailed } }]);
      const { alarm } = (await open(await mailedToken())).body;
      expect(alarm.name).toBe('SN1');
      if (place === null) expect(alarm.place).toBeNull();
      else expect(alarm.place).toMatchObject(place);
    },
  );

  test('shows no place, and neither does its mail, when the user who shares it has no right to the map', async () => {
    const api = await openFeatureApi((dependencies) =>
      createAlarmSharingFeature({
        ...dependencies,
        consoleUrl: 'https://varde.example',
        mailServer: true,
        smsGateway: true,
      }),
    );
    const device = await api.addDevice();
    const id = await createAlarm(api.db, { deviId: device, custId: testCustomers.home });
    await api.db.update(alarms).set(room);
    const policies = [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] as const;
    api.setRights('nurse', { policies, only: ['ALARM_HANDLE', 'DEVICE_LIST'] });
    const recipients = 'kari@test.example';
    for (const who of ['nurse', 'manager'] as const) {
      expect(await api.call(who, 'POST', `/ajax/alarms/${id}/share`, { recipients })).toMatchObject({
        body: { mailServer: true, smsGateway: true },
      });
      api.clock.set(api.clock.now() + 60_000);
    }
    const queued = await api.db.select().from(outbox).orderBy(asc(outbox.mailId));
    expect(queued).toMatchObject([{ content: { place: 'ikke oppgitt' } }, { content: { place: 'Stue' } }]);
    const shown = async (path: unknown) => (await api.call('nobody', 'GET', `/ajax${path}`)).body.alarm.place;
    expect(await shown(queued[0]?.content?.path)).toBeNull();
    expect(await shown(queued[1]?.content?.path)).toMatchObject({ place: 'Stue' });
    expect(api.events).toMatchObject([{ type: 'alarm', custId: testCustomers.home }, { type: 'alarm' }]);
    await api.close();
  });

  test('shows no place from when the wearer withdraws the consent to be located', async () => {
    await share('kari@test.example');
    const token = await mailedToken();
    const [worn] = await server.db
      .select()
      .from(deviceAssignments)
      .where(eq(deviceAssignments.deviId, deviId));
    const said = (state: 'given' | 'withdrawn', at: number) =>
      server.db.insert(consents).values({
        assignmentId: worn?.assignmentId ?? 0,
        custId: homes.mine,
        kind: 'positions',
        state,
        saidAt: new Date(at),
        recordedAt: new Date(at),
        recordedBy: nurseId,
      });
    await said('given', 1000);
    expect((await open(token)).body.alarm.place).toMatchObject({ place: 'Stue' });
    await said('withdrawn', 2000);
    expect((await open(token)).body.alarm).toMatchObject({ name: 'Astrid Lie', place: null });
  });

  test('shows no place of a clone whose wearer withdrew the consent for the master', async () => {
    const { db } = server;
    const master = await createDevice(db, { custId: homes.mine });
    await share('kari@test.example');
    const token = await mailedToken();
    await db.insert(consents).values({
      assignmentId: await presentAssignmentId(db, master.deviId),
      ...{ custId: homes.mine, kind: 'positions', state: 'withdrawn', recordedBy: nurseId },
      ...{ saidAt: new Date(1000), recordedAt: new Date(1000) },
    });
    expect((await open(token)).body.alarm.place).toMatchObject({ place: 'Stue' });
    const twin = { twinDevice: master.deviId, twinSerial: 'MASTER' };
    await db
      .update(devices)
      .set({ ...twin, twin: 'CLONE' })
      .where(eq(devices.deviId, deviId));
    expect((await open(token)).body.alarm.place).toBeNull();
  });
});

describe('the mail and the SMS of a shared alarm', () => {
  const handed: OutgoingSms[] = [];
  const gateway = {
    send: async (sms: OutgoingSms) => {
      handed.push(sms);
      return 'gw-1';
    },
  };
  beforeEach(() => {
    handed.length = 0;
  });

  test('leave once, and their text with the link does not stay', async () => {
    await share('kari@test.example,91234567');
    const sent: string[] = [];
    const mail = {
      consoleUrl: 'https://varde.example',
      sender: { send: async ({ to, text }: { to: string; text: string }) => void sent.push(`${to} ${text}`) },
    };
    for (const _ of [1, 2]) {
      await run(smsDelivery, { sms: gateway });
      await run(mailDelivery, { mail });
    }
    expect(handed).toMatchObject([{ to: '+4791234567', text: expect.stringContaining('/#/shared/') }]);
    expect(sent).toEqual([
      expect.stringMatching(/^kari@test.example Alarmknapp: Astrid Lie[\s\S]+#\/shared\//),
    ]);
    expect(await texts()).toMatchObject([{ state: 'sent', receipt: 'gw-1', content: null }]);
    expect(await mails()).toMatchObject([{ state: 'sent', content: null }]);
  });

  test('wait while the mail server is down, and are withdrawn when the alarm is reset first', async () => {
    await share('kari@test.example,91234567');
    const down = async () => Promise.reject(new Error('no answer'));
    const delivered = vi.fn(async () => undefined);
    const consoleUrl = 'https://varde.example';
    const mail = { consoleUrl, sender: { send: down } };
    await run(smsDelivery, { sms: { send: down } });
    await run(mailDelivery, { mail });
    expect(await mails()).toMatchObject([{ state: 'waiting', lastError: 'no answer' }]);
    expect(await texts()).toMatchObject([{ state: 'queued', reason: 'no answer' }]);
    await reset();
    clock.advance(reopenMs);
    await run(smsDelivery, { sms: gateway });
    await run(mailDelivery, { mail: { consoleUrl, sender: { send: delivered } } });
    // The reset may still be undone.
    expect(await mails()).toMatchObject([{ state: 'waiting' }]);
    expect(await texts()).toMatchObject([{ state: 'queued' }]);
    clock.advance(1);
    await run(smsDelivery, { sms: gateway });
    await run(mailDelivery, { mail: { consoleUrl, sender: { send: delivered } } });
    expect(handed).toEqual([]);
    expect(delivered).not.toHaveBeenCalled();
    expect(await mails()).toMatchObject([{ state: 'failed', lastError: 'withdrawn', content: null }]);
    expect(await texts()).toMatchObject([{ state: 'failed', reason: 'withdrawn', content: null }]);
  });

  test('are not withdrawn by the reset of another alarm', async () => {
    const other = await alarmOf(deviId, 33);
    await share('kari@test.example,91234567', as.nurse, other);
    await reset();
    await run(smsDelivery, { sms: gateway });
    await run(mailDelivery);
    expect(handed).toHaveLength(1);
    expect(await mails()).toMatchObject([{ state: 'waiting' }]);
  });

  test('an SMS that the gateway refuses is not tried again', async () => {
    await share('91234567');
    await run(smsDelivery, { sms: { send: () => Promise.reject(new SmsRefused('bad number')) } });
    await run(smsDelivery, { sms: gateway });
    expect(handed).toEqual([]);
    expect(await texts()).toMatchObject([{ state: 'failed', reason: 'bad number', content: null }]);
  });
});
