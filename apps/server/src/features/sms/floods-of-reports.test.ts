import { randomUUID } from 'node:crypto';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { answerBySms, postForm, smsAnswers, tellByAnswerableSms } from '@varde/testing/sms-answers';
import { afterAll, beforeAll, expect, test } from 'vitest';

const nurse = { name: 'Kari', mobile: '+4791111111', email: null, channels: ['sms' as const] };
const reports = 2_000;

let sharing: SharedAlarm;
beforeAll(async () => {
  sharing = await SharedAlarm.open({ ...smsAnswers, VARDE_CALLS_PER_SECOND: '100000' });
  await sharing.renew();
});
afterAll(() => sharing.close());

test('an answer by SMS takes the alarm while thousands of delivery reports of its provider wait', async () => {
  await sharing.tell(nurse);
  await tellByAnswerableSms(sharing);
  let done = 0;
  const flood = Array.from({ length: reports }, async () => {
    await postForm(sharing, `/ajax/sms-reports/${randomUUID()}`, { status: 'delivered' });
    done += 1;
  });
  expect(await answerBySms(sharing, nurse.mobile, '1')).toMatch(/ har tatt alarmen/);
  expect(done).toBeLessThan(100);
  await Promise.all(flood);
  expect(done).toBe(reports);
});
