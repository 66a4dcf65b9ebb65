import { alarmEventNumber } from '@varde/catalogue/alarm-events';
import { createUser } from '@varde/testing/factories';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outbox } from '#domain/messages/tables.ts';
import type { CallSender, OutgoingCall } from '#platform/calls/call-sender.ts';
import type { Speech } from '#platform/calls/speech.ts';
import { ProviderUncertain } from '#platform/delivery/provider-answers.ts';
import { messageDelivery } from '../../jobs/message-delivery.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';
import { retention } from '../../jobs/retention.ts';

const publicUrl = 'https://varde.example';
const call = { email: null, channels: ['call' as const] };
const kari = { ...call, name: 'Kari Vakt', mobile: '+4791111111' };
const ola = { ...call, name: 'Ola Nabo', mobile: '+4792222222' };
const minuteMs = 60_000;

let sharing: SharedAlarm;
const made: OutgoingCall[] = [];
const accepts: CallSender['call'] = async (to) => {
  made.push(to);
  return `c-${made.length}`;
};
beforeAll(async () => {
  sharing = await SharedAlarm.open({
    VARDE_CALL_URL: 'https://gateway.example/calls',
    VARDE_PUBLIC_URL: publicUrl,
  });
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  made.length = 0;
});

/** What is due: the next receiver, and the calls. */
async function run(send = accepts): Promise<void> {
  await sharing.run(notificationSteps);
  await sharing.run(messageDelivery.call, { calls: { sender: { call: send }, publicUrl, speech: null } });
}
async function later(ms: number, send = accepts): Promise<void> {
  sharing.clock.advance(ms);
  await run(send);
}
async function post(url: string, fields: Record<string, string>): Promise<number> {
  const { statusCode } = await sharing.server.app.http.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  return statusCode;
}
/** Of the call that was made as this one, counted from 1. */
const numbered = (number: number): OutgoingCall => {
  const one = made[number - 1];
  if (one === undefined) throw new Error(`there was no call ${number}`);
  return one;
};
async function report(number: number, status = 'no-answer'): Promise<void> {
  expect(await post(numbered(number).reportUrl, { status })).toBe(200);
}
const answer = (number: number, key?: string) => post(numbered(number).answerUrl, key === undefined ? {} : { key });
const called = () => made.map(({ to }) => to);
const states = async () => (await sharing.texts()).map(({ state, reason }) => [state, reason]);
async function events(): Promise<[number, string | null, string | null][]> {
  const path = `/ajax/alarms/analysis/${sharing.tranId}`;
  const { body } = await sharing.server.call('GET', path, { as: sharing.as.nurse });
  const told: { number: number; result: string | null; receipt: string | null }[] = body.alarms[0].events;
  return told
    .filter(({ number }) => [3, 6, 11].includes(number))
    .map(({ number, result, receipt }) => [number, result, receipt]);
}

describe('the report that a call has reached nobody', () => {
  test('counts once, however often the provider repeats it: the second and the third call are made', async () => {
    await sharing.tell(kari);
    await run();
    for (const number of [1, 2, 3]) {
      sharing.clock.advance(1000);
      for (const _ of ['first', 'repeated']) await report(number);
      await later(minuteMs - 1);
      expect(made).toHaveLength(number);
      await later(1);
    }
    expect(made).toHaveLength(3);
    expect(await states()).toEqual([['failed', 'no-answer']]);
    expect((await events()).map(([number]) => number)).toEqual([3, 11, 11, 11]);
  });

  test('counts once also when two of them arrive at the same moment', async () => {
    await sharing.tell(kari);
    await run();
    await Promise.all([report(1), report(1)]);
    expect(await states()).toEqual([['queued', 'no-answer']]);
    await later(minuteMs);
    expect(made).toHaveLength(2);
  });

  test('counts although it is quicker than the answer of the provider', async () => {
    await sharing.tell(kari, ola);
    await run(async (to) => {
      const name = await accepts(to);
      sharing.clock.advance(1000);
      await report(1, 'busy');
      return name;
    });
    expect(await states()).toEqual([['queued', 'busy']]);
    await run();
    expect(called()).toEqual([kari.mobile, ola.mobile]);
    await later(minuteMs);
    expect(called()).toEqual([kari.mobile, ola.mobile, kari.mobile]);
    expect((await events()).slice(0, 2)).toEqual([
      [3, 'callSent', 'c-3'],
      [11, 'busy', null],
    ]);
  });

  test('of an earlier call changes nothing while the next one rings', async () => {
    await sharing.tell(kari);
    await run();
    await report(1);
    await later(minuteMs);
    const before = await sharing.texts();
    await report(1);
    expect(await sharing.texts()).toEqual(before);
    await later(minuteMs);
    expect(made).toHaveLength(2);
    expect(await states()).toEqual([['sent', null]]);
  });

  test('of a call that was begun twice, because the provider gave no whole answer, counts once', async () => {
    await sharing.tell(kari);
    await run(async (to) => {
      await accepts(to);
      throw new ProviderUncertain('no answer');
    });
    await later(15_000);
    expect(made).toHaveLength(2);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await report(1, 'busy');
    await report(2);
    await later(minuteMs);
    expect(made).toHaveLength(3);
  });

  test('does not matter any more when somebody has answered, in this call or in an earlier one', async () => {
    await sharing.tell(kari);
    await run();
    await answer(1);
    await report(1);
    expect(await states()).toEqual([['delivered', null]]);
    await sharing.renew();
    made.length = 0;
    await sharing.tell(kari);
    await run();
    await report(1);
    await later(minuteMs);
    await answer(1);
    await report(2);
    await later(minuteMs);
    expect([made.length, await states()]).toEqual([2, [['delivered', null]]]);
  });

  test('of no call of this number is refused', async () => {
    await sharing.tell(kari);
    await run();
    const { reportUrl } = numbered(1);
    for (const number of ['0', '-1', 'x', '1.5', '99999999999'])
      expect(await post(reportUrl.replace(/\d+$/, number), { status: 'busy' })).toBe(400);
    expect(await post(reportUrl.replace(/\d+$/, '2'), { status: 'busy' })).toBe(200);
    expect(await states()).toEqual([['sent', null]]);
  });
});

test('a call that nobody answered was made, although the next one was called off when somebody took the alarm', async () => {
  await sharing.tell(kari);
  await run();
  await report(1);
  await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/claim`, { as: sharing.as.nurse });
  const called = async () => (await events()).find(([number]) => number === alarmEventNumber.privateCall);
  expect(await called()).toEqual([alarmEventNumber.privateCall, 'callFailed', 'c-1']);
  await sharing.server.db.update(outbox).set({ createdAt: new Date(0) });
  await sharing.run(retention);
  expect(await sharing.texts()).toEqual([]);
  expect(await called()).toEqual([alarmEventNumber.privateCall, 'callFailed', 'c-1']);
  expect(made).toHaveLength(1);
});

describe('a call whose process was killed before it stored that the provider had taken it', () => {
  beforeEach(async () => {
    await sharing.tell(kari);
    await run();
    const nextTryAt = new Date(sharing.clock.now() + minuteMs);
    await sharing.server.db
      .update(outbox)
      .set({ ...{ state: 'queued', endedAt: null, receipt: null }, content: 'words', nextTryAt });
  });

  test('is not made again when it was answered', async () => {
    await answer(1);
    await later(minuteMs);
    expect([made.length, await states()]).toEqual([1, [['delivered', null]]]);
  });

  test('is made again as one that nobody answered when the provider says so', async () => {
    sharing.clock.advance(30_000);
    await report(1);
    await later(minuteMs - 1);
    expect(made).toHaveLength(1);
    await later(1);
    await report(1);
    expect(made).toHaveLength(2);
    expect(numbered(2).reportUrl).not.toBe(numbered(1).reportUrl);
  });

  test('is made again after a minute when nothing is heard of it, and nobody else is told earlier for it', async () => {
    await later(minuteMs - 1);
    expect(made).toHaveLength(1);
    await later(1);
    expect(made.map(({ id }) => id)).toEqual([numbered(1).id, numbered(1).id]);
  });
});

describe('a call whose sound takes long', () => {
  const leaseMs = 20_000;
  const sound = new Uint8Array(1);
  const runWith = (speech: Speech, send = accepts) =>
    sharing.run(messageDelivery.call, { calls: { sender: { call: send }, publicUrl, speech } });
  const ready: Speech = async () => sound;
  beforeEach(async () => {
    await sharing.tell(kari);
    await sharing.run(notificationSteps);
  });

  test('is made once, although another process began it when the first one had held it for 20 seconds', async () => {
    await runWith(async () => {
      sharing.clock.advance(leaseMs);
      await runWith(ready);
      return sound;
    });
    expect(made).toHaveLength(1);
    expect(await states()).toEqual([['sent', null]]);
  });

  test('is held for further 20 seconds while the provider is asked', async () => {
    const waiting = async () => {
      sharing.clock.advance(leaseMs - 1);
      return sound;
    };
    await runWith(waiting, async (to) => {
      const name = await accepts(to);
      sharing.clock.advance(leaseMs - 1);
      await runWith(ready);
      return name;
    });
    expect(made).toHaveLength(1);
  });

  test('is not made when somebody has taken the alarm meanwhile', async () => {
    await runWith(async () => {
      await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/claim`, { as: sharing.as.nurse });
      return sound;
    });
    expect([made, await states()]).toEqual([[], [['failed', 'withdrawn']]]);
  });
});

describe('a call', () => {
  test('that is made again has an id of its own: a gateway that knows the first one would not make it', async () => {
    await sharing.tell(kari);
    await run();
    await report(1);
    await later(minuteMs);
    expect(new Set(made.map(({ id }) => id)).size).toBe(2);
  });

  test('is made three times, however often the provider has failed before', async () => {
    await sharing.tell(kari);
    for (const _ of [1, 2, 3, 4])
      await later(10 * minuteMs, async () => {
        throw new Error('503');
      });
    for (const number of [1, 2, 3]) {
      await later(10 * minuteMs);
      await report(number);
    }
    await later(10 * minuteMs);
    expect(made).toHaveLength(3);
  });

  test.each(['user', 'receiver'] as const)(
    'that rings out after a %s has taken the alarm is over: it does not wait for another one',
    async (who) => {
      await sharing.tell(kari, ola);
      await run();
      await later(minuteMs);
      if (who === 'user')
        await sharing.server.call('POST', `/ajax/alarms/${sharing.alarmId}/claim`, { as: sharing.as.nurse });
      else {
        await answer(2);
        await answer(2, '1');
      }
      await report(1);
      expect((await states())[0]).toEqual(['failed', 'no-answer']);
      expect((await events())[0]).toEqual([3, 'callFailed', 'c-1']);
      await later(minuteMs);
      expect(called()).toEqual([kari.mobile, ola.mobile]);
    },
  );

  test('that rings out while a colleague has not confirmed a hand-over is made again', async () => {
    await sharing.tell(kari);
    await run();
    const { server, as, alarmId, nurseId } = sharing;
    const { userId } = await createUser(server.db, { role: 'RESTRICTED_USER', custId: sharing.homes.mine });
    await server.call('POST', `/ajax/alarms/${alarmId}/claim`, { as: as.nurse });
    await server.call('POST', `/ajax/alarms/${alarmId}/hand-over`, {
      ...{ as: as.nurse, body: { claimedBy: nurseId, userId } },
    });
    await report(1);
    expect(await states()).toEqual([['queued', 'no-answer']]);
  });
});
