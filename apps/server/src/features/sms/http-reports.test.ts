import { SharedAlarm } from '@varde/testing/shared-alarm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messageDelivery } from '../../jobs/message-delivery.ts';
import { notificationSteps } from '../../jobs/notification-steps.ts';

/** A provider of any kind, whose reports are JSON and say `results.0.status.name`; its SMS is on its way. */
let sharing: SharedAlarm;
let reportUrl: string;
beforeAll(async () => {
  sharing = await SharedAlarm.open({
    VARDE_SMS_PROVIDER: 'http',
    VARDE_SMS_URL: 'https://sms.example/send?to={to}&text={text}&dlr={report}',
    VARDE_SMS_METHOD: 'GET',
    VARDE_SMS_REPORT_PATH: 'results.0.status.name',
    VARDE_SMS_DELIVERED: 'DELIVERED_TO_HANDSET, DELIVRD',
    VARDE_SMS_FAILED: 'Undeliverable,EXPIRED',
    VARDE_PUBLIC_URL: 'https://varde.example',
  });
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  await sharing.tell(
    ...['+4790000001', '+4790000002'].map((mobile) => ({
      ...{ name: `Vakt ${mobile.slice(-1)}`, mobile, email: null, channels: ['sms' as const] },
    })),
  );
  await sharing.run(notificationSteps);
  const send = async (sms: { reportUrl: string | null }) => {
    reportUrl = sms.reportUrl ?? '';
    return 'm-1';
  };
  const reportsTo = 'https://varde.example';
  await sharing.run(messageDelivery.sms, { sms: { sender: { send }, reportsTo, takesReplies: false } });
});

const saying = (name: unknown) => ({ results: [{ messageId: 'm-1', status: { name } }] });
async function report(payload: object | string, type = 'application/json'): Promise<number> {
  const { statusCode } = await sharing.server.app.http.inject({
    method: 'POST',
    url: new URL(reportUrl).pathname,
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
  return statusCode;
}
const ends = async () => (await sharing.texts()).map(({ state, reason }) => [state, reason]);

describe('a report in the words of a provider over HTTP', () => {
  test.each(['DELIVRD', ' delivered_to_handset '])('%j ends the SMS as delivered', async (word) => {
    expect(await report(saying(word))).toBe(200);
    expect(await ends()).toEqual([['delivered', null]]);
  });

  test.each(['UNDELIVERABLE', 'expired'])('%j tells the next receiver at once, with the word', async (word) => {
    expect(await report(saying(word))).toBe(200);
    await sharing.run(notificationSteps);
    expect(await ends()).toEqual([
      ['failed', `not delivered ${word}`],
      ['queued', null],
    ]);
  });

  test.each(['PENDING', 'delivered', '', 7, null, { text: 'EXPIRED' }])(
    '%j, which it does not know, changes nothing',
    async (word) => {
      expect(await report(saying(word))).toBe(200);
      await sharing.run(notificationSteps);
      expect(await ends()).toEqual([['sent', null]]);
    },
  );

  test('may be a form, which has nothing at such a path: nothing changes', async () => {
    expect(await report('status=EXPIRED', 'application/x-www-form-urlencoded')).toBe(200);
    expect(await ends()).toEqual([['sent', null]]);
  });

  test.each<[string, string, string]>([
    ['a list', 'application/json', '["DELIVRD"]'],
    ['broken JSON', 'application/json', '{"results":['],
    ['XML', 'text/xml', '<status>DELIVRD</status>'],
  ])('as %s is refused, and changes nothing', async (_what, type, body) => {
    expect(await report(body, type)).toBeGreaterThanOrEqual(400);
    expect(await ends()).toEqual([['sent', null]]);
  });
});
