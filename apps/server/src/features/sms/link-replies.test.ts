import { SharedAlarm } from '@varde/testing/shared-alarm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { metrics } from '#platform/log/metrics.ts';
import { messageDelivery } from '../../jobs/message-delivery.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';

const key = 'a-secret-of-our-own-4711';
const kari = { name: 'Kari Vakt', mobile: '+4791111111' };
const ola = { name: 'Ola Nabo', mobile: '+4792222222' };

let sharing: SharedAlarm;
beforeAll(async () => {
  sharing = await SharedAlarm.open({
    VARDE_SMS_PROVIDER: 'link-mobility',
    VARDE_SMS_URL: 'https://u:p@n-eu.linkmobility.io/sms/send?platformId=SMSC&platformPartnerId=3759',
    VARDE_SMS_FROM: '2333',
    VARDE_SMS_REPLY_KEY: key,
    VARDE_PUBLIC_URL: 'https://varde.example',
  });
});
afterAll(() => sharing.close());

const sent: { to: string; text: string }[] = [];
const sms = {
  sender: {
    async send({ to, text }: { to: string; text: string }) {
      sent.push({ to, text });
      return 'Dcshuhod0PMAAAFQ';
    },
  },
  ...{ reportsTo: null, takesReplies: true, provider: 'link-mobility' as const },
};
beforeEach(async () => {
  await sharing.renew();
  const { name, mobile } = kari;
  await sharing.tell({ name, mobile, email: null, channels: ['sms'] });
  await sharing.run(notificationSteps, { sms });
  await sharing.run(messageDelivery.sms, { sms });
  sent.length = 0;
});

/** As LINK Mobility posts it (SMS REST API, "MO"): to a subnumber, or to a keyword of a short number. */
async function pass(from: string, userData: unknown, { path = key, route = {} } = {}) {
  const at = '2026-01-15T12:00:40Z';
  const { statusCode } = await sharing.server.app.http.inject({
    method: 'POST',
    url: `/ajax/sms-replies/${path}/link-mobility`,
    payload: {
      ...{ destination: 'NO-2333', subNumber: 9_999_999_989, source: from },
      content: { type: 'SMS', userData, encoding: 'TEXT' },
      ...{ operator: 'no.telenor', timestamp: at, messageId: '0', operatorTimestamp: at },
      route: { type: 'SUBNUMBER_ROUTE', id: '0', gateIds: ['0'], customParameters: {}, ...route },
      ...{ gateCustomParameters: {}, customParameters: { queued: '2026-01-15 13:00:40' } },
    },
  });
  return statusCode;
}
const bclt = { type: 'KEYWORD_ROUTE', keyword: 'BCLT', keywordType: 'FIRST_WORD' };
async function alarm() {
  const path = `/ajax/alarms/${sharing.alarmId}`;
  return (await sharing.server.call('GET', path, { as: sharing.as.nurse })).body;
}
const deliver = async () => {
  await sharing.run(messageDelivery.sms, { sms });
  return sent;
};

describe('with LINK Mobility, a receiver who answers by SMS', () => {
  test.each<[string, object]>([
    ['1', {}],
    ['Bclt 1', bclt],
    ['bclt\n1', bclt],
    ['1', bclt],
  ])('%j has the alarm, and is told so by an SMS of its own', async (text, route) => {
    expect(await pass(kari.mobile, text, { route })).toBe(200);
    expect(await alarm()).toMatchObject({ state: 'claimed', claimedBy: { name: kari.name } });
    expect(await deliver()).toEqual([{ to: kari.mobile, text: 'Du har tatt alarmen: Astrid Lie.' }]);
  });

  test.each([
    ['without a plus sign', kari.mobile.slice(1)],
    ['as a phone stores it', '\u202a+47\u00a0911 11-111\u202c'],
    ['with the prefix of calls abroad', '004791111111'],
  ])('is known by a number %s', async (_how, from) => {
    expect(await pass(from, '1')).toBe(200);
    expect(await alarm()).toMatchObject({ state: 'claimed' });
  });

  test.each(['BCLT1', 'bclt bclt 1', 'hei', '', null, undefined])(
    'by %j has nothing, and learns what to answer',
    async (text) => {
      expect(await pass(kari.mobile, text, { route: bclt })).toBe(200);
      expect(await alarm()).toMatchObject({ state: 'open', claimedBy: null });
      const hint =
        'Det du skrev, vises ved alarmen, men bare et tall for seg selv er et svar. Svar 1 for å ta alarmen, eller 2 hvis du ikke kan.';
      expect(await deliver()).toEqual([{ to: kari.mobile, text: hint }]);
    },
  );

  test('and was told of nothing gets no SMS', async () => {
    expect(await pass(ola.mobile, '1')).toBe(200);
    expect(await deliver()).toEqual([]);
    expect(await alarm()).toMatchObject({ state: 'open' });
  });

  test('and answers each SMS by itself gets ten in an hour, and is heard all the same', async () => {
    for (let answer = 1; answer <= 12; answer++) await pass(kari.mobile, 'Jeg er på ferie');
    expect(await deliver()).toHaveLength(10);
    expect(await pass(kari.mobile, '1')).toBe(200);
    expect(await alarm()).toMatchObject({ state: 'claimed' });
    expect(await deliver()).toHaveLength(10);
    sharing.clock.advance(3_600_001);
    await pass(kari.mobile, '2');
    expect(await deliver()).toHaveLength(11);
  });

  test.each(['a-secret-of-our-own-4712', 'null', `${key}x`])('by another address, %s, is refused', async (path) => {
    metrics.callbacksRefused.reset();
    expect(await pass(kari.mobile, '1', { path })).toBeOneOf([404, 410]);
    expect((await metrics.callbacksRefused.get()).values).toMatchObject([{ labels: { kind: 'smsReply' }, value: 1 }]);
    expect(await alarm()).toMatchObject({ state: 'open' });
  });

  test.each([1, { text: '1' }, ['1'], '1'.repeat(2001)])('in no text, %j, is refused', async (text) => {
    expect(await pass(kari.mobile, text)).toBe(400);
    expect(await alarm()).toMatchObject({ state: 'open' });
    expect(await deliver()).toEqual([]);
  });
});
