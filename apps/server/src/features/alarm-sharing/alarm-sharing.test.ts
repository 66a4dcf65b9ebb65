import { createDevice } from '@varde/testing/factories';
import { type Answer, SharedAlarm } from '@varde/testing/shared-alarm';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#domain/accounts/tables.ts';
import { alarmEvents, alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';

let sharing: SharedAlarm;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(() => sharing.renew());

describe('an alarm is shared', () => {
  test('[C5.02 C7.27] with e-mail addresses and mobile numbers in free text, separated by commas, each with its result', async () => {
    const answer = await sharing.share(
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
    const at = sharing.clock.now();
    const words = { kind: 'Alarmknapp', name: 'Astrid Lie', place: 'Stue', at };
    expect(await sharing.mails()).toMatchObject([
      {
        recipient: 'kari@test.example',
        template: 'sharedAlarm',
        language: 'nb',
        content: words,
        alarmId: sharing.alarmId,
      },
    ]);
    expect(await sharing.texts()).toMatchObject([
      { recipient: '+4791234567', state: 'queued', alarmId: sharing.alarmId, deviId: null, commandId: null },
      { recipient: '+46701234567', state: 'queued' },
    ]);
    expect((await sharing.texts())[0]?.content).toMatch(
      /^Alarmknapp: Astrid Lie, .+\. Sted: Stue\. Se alarmen: http.+\/#\/shared\/[\w-]{43}$/,
    );
  });

  test('[C7.27] by the device that the user saw, and not that of another', async () => {
    const { deviId: deviceId } = await createDevice(sharing.server.db, { custId: sharing.homes.mine });
    const answer = await sharing.share('kari@test.example', sharing.as.nurse, { deviceId });
    expect(answer).toMatchObject({ status: 404, body: { code: 'notFound' } });
    expect(await sharing.mails()).toEqual([]);
  });

  test('[D3.029] with the note of its wearer if that is flagged for messages, and else without', async () => {
    const save = (note: string, sms: boolean, id = 0, device = sharing.deviId): Promise<Answer> =>
      sharing.server.call('PUT', `/ajax/devices/${device}/note`, {
        as: sharing.as.manager,
        body: { id, note, sms },
      });
    const lastMessages = async () => {
      await sharing.share('kari@test.example,91234567');
      sharing.clock.advance(60_000);
      const [mail, sms] = [(await sharing.mails()).at(-1), (await sharing.texts()).at(-1)];
      return [mail?.content?.note, sms?.content?.includes('Bor alene'), sms?.content?.includes('Notat')];
    };
    const other = await createDevice(sharing.server.db, { custId: sharing.homes.mine });
    await save('Nabo', true, 0, other.deviId);
    const { body } = await save('Bor alene', false);
    expect(await lastMessages()).toEqual(['', false, false]);
    await save('Bor alene', true, body.id);
    expect(await lastMessages()).toEqual(['Notat: Bor alene', true, true]);
    expect((await sharing.texts()).at(-1)?.content).toMatch(/Sted: Stue\.\nNotat: Bor alene\nSe alarmen: http/);
    await sharing.reset();
    const [before] = await sharing.server.db.select().from(alarms);
    await sharing.handOver(sharing.homes.mine);
    await save('Hører dårlig', true);
    const late = await sharing.alarmOf(sharing.deviId, 33, before?.assignmentId ?? 0);
    await sharing.share('kari@test.example', sharing.as.manager, { alarmId: late });
    expect((await sharing.mails()).at(-1)?.content?.note, 'the note is about the next wearer').toBe('');
  });

  test('[D3.029] of a clone with the note of its master', async () => {
    const { db } = sharing.server;
    const clone = await createDevice(db, { custId: sharing.homes.mine });
    const pair = (twin: 'MASTER' | 'CLONE', of: number, twinDevice: number) =>
      db.update(devices).set({ twin, twinDevice, twinSerial: 'SN' }).where(eq(devices.deviId, of));
    await pair('MASTER', sharing.deviId, clone.deviId);
    await pair('CLONE', clone.deviId, sharing.deviId);
    const body = { id: 0, note: 'Bor alene', sms: true };
    await sharing.server.call('PUT', `/ajax/devices/${sharing.deviId}/note`, {
      as: sharing.as.manager,
      body,
    });
    await sharing.share('kari@test.example', sharing.as.nurse, {
      alarmId: await sharing.alarmOf(clone.deviId),
      deviceId: clone.deviId,
    });
    expect((await sharing.mails()).at(-1)?.content?.note).toBe('Notat: Bor alene');
  });

  test('in the timeline and the audit log, with its recipients in the timeline alone', async () => {
    await sharing.share('kari@test.example,91234567');
    const events = await sharing.server.db.select().from(alarmEvents).orderBy(asc(alarmEvents.eventId));
    expect(events).toMatchObject([
      { number: 207, userId: sharing.nurseId, party: 'kari@test.example' },
      { number: 207, userId: sharing.nurseId, party: '+4791234567' },
    ]);
    const [entry, ...more] = await sharing.server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'alarm.shared'));
    expect(more).toEqual([]);
    const content = JSON.parse(entry?.content ?? '{}');
    expect(content).toMatchObject({
      after: { mailCount: 1, smsCount: 1, withPlace: true },
      subjectId: sharing.alarmId,
    });
    expect(entry?.content).not.toContain('kari@test.example');
  });

  test('and people who do not handle alarms see in its timeline that it was, and not with whom', async () => {
    await sharing.share('kari@test.example');
    const seen = async (who: string) => {
      const { body }: Answer = await sharing.server.call('GET', `/ajax/alarms/analysis/${sharing.tranId}`, {
        as: who,
      });
      const [alarm] = body.alarms;
      return [alarm.mayShare, alarm.events.at(-1).number, alarm.events.at(-1).party];
    };
    expect(await seen(sharing.as.nurse)).toEqual([true, 207, 'kari@test.example']);
    expect(await seen(sharing.as.tracker)).toEqual([false, 207, null]);
  });

  test('once by a double click, also by two calls at once, and again after a minute', async () => {
    const [one, two] = await Promise.all([
      sharing.outcomes('kari@test.example'),
      sharing.outcomes('kari@test.example'),
    ]);
    expect([...one, ...two].sort()).toEqual(['alreadyShared', 'mailQueued']);
    sharing.clock.advance(59_999);
    expect(await sharing.outcomes('KARI@test.example')).toEqual(['alreadyShared']);
    expect(await sharing.mails()).toHaveLength(1);
    sharing.clock.advance(1);
    expect(await sharing.outcomes('kari@test.example')).toEqual(['mailQueued']);
    expect(await sharing.mails()).toHaveLength(2);
  });

  test('again at once after the clock was set back, which makes the last time one in the future', async () => {
    expect(await sharing.outcomes('kari@test.example')).toEqual(['mailQueued']);
    sharing.clock.step(-3_600_000);
    expect(await sharing.outcomes('kari@test.example')).toEqual(['mailQueued']);
    expect(await sharing.outcomes('kari@test.example')).toEqual(['alreadyShared']);
  });

  test('in the language of the user who shares it', async () => {
    await sharing.server.db.update(users).set({ language: 'en' }).where(eq(users.userId, sharing.nurseId));
    await sharing.share('kari@test.example,91234567');
    expect(await sharing.mails()).toMatchObject([{ language: 'en', content: { kind: 'Panic button' } }]);
    expect((await sharing.texts())[0]?.content).toMatch(/^Panic button: Astrid Lie, .+ Place: Stue\. See the alarm: /);
  });

  test('with numbers of the market of its customer', async () => {
    await sharing.server.db.update(customers).set({ market: 4 }).where(eq(customers.custId, sharing.homes.mine));
    const { body } = await sharing.share('070-123 45 67');
    expect(body.results).toEqual([{ recipient: '+46701234567', outcome: 'smsQueued' }]);
  });
});

describe('is not shared', () => {
  test.each([
    ['another customer', 'neighbour', 404],
    ['a tracker', 'tracker', 403],
  ] as const)('by %s, and nothing is queued', async (_who, who, status) => {
    expect((await sharing.share('kari@test.example', sharing.as[who])).status).toBe(status);
    expect([await sharing.mails(), await sharing.texts(), await sharing.shares()]).toEqual([[], [], []]);
  });

  test('once it is reset; the answer names who did it', async () => {
    await sharing.reset();
    expect(await sharing.share('kari@test.example')).toMatchObject({
      status: 409,
      body: { code: 'alreadyReset', errors: [{ path: 'resetBy' }] },
    });
    expect(await sharing.mails()).toEqual([]);
  });

  test('with a text that has no recipient or is too long: that is refused, and nothing is queued', async () => {
    for (const text of ['', ' \n', 'a@b.no,'.repeat(1430), 'x'.repeat(2001)])
      expect(await sharing.share(text)).toMatchObject({
        status: 400,
        body: { code: 'validationFailed', errors: [{ path: 'recipients' }] },
      });
    expect((await sharing.share(',;,')).body.results).toEqual([]);
    const { body } = await sharing.share('x'.repeat(2000));
    expect(body.results).toEqual([{ recipient: 'x'.repeat(100), outcome: 'notUnderstood' }]);
    expect([await sharing.mails(), await sharing.shares()]).toEqual([[], []]);
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
    expect(await sharing.outcomes(garbage.join(','))).toEqual(garbage.map(() => 'notUnderstood'));
    expect(await sharing.outcomes('Kari\r\nBcc: alle@test.example')).toEqual(['notUnderstood', 'notUnderstood']);
    const entries = await sharing.server.db.select().from(auditEntries).where(eq(auditEntries.action, 'alarm.shared'));
    expect([await sharing.mails(), await sharing.texts(), entries]).toEqual([[], [], []]);
  });

  test('with more than 20 at once, 50 in all, or 100 in an hour by one user', async () => {
    let next = 0;
    const some = (count: number) => Array.from({ length: count }, () => `p${++next}@test.example`).join(',');
    const sent = async (count: number, alarm = sharing.alarmId) =>
      (await sharing.outcomes(some(count), sharing.as.nurse, { alarmId: alarm })).filter(
        (outcome: string) => outcome === 'mailQueued',
      ).length;
    expect(await sharing.outcomes(some(21))).toEqual([...Array(20).fill('mailQueued'), 'tooMany']);
    expect([await sent(20), await sent(20)]).toEqual([20, 10]);
    const [second, third] = [await sharing.alarmOf(sharing.deviId, 33), await sharing.alarmOf(sharing.deviId, 31)];
    expect([await sent(20, second), await sent(20, second), await sent(20, third)]).toEqual([20, 20, 10]);
    expect(await sharing.outcomes('q@test.example', sharing.as.manager, { alarmId: third })).toEqual(['mailQueued']);
    sharing.clock.advance(3_600_001);
    expect(await sent(1, third)).toBe(1);
    expect(await sharing.shares()).toHaveLength(102);
  });
});
