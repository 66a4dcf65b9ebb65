import { notificationSteps } from '@varde/server/jobs/notification-steps';
import type { SharedAlarm } from './shared-alarm.ts';

/** The secret in the address at which the provider passes on answers. */
const smsReplyKey = 'a-secret-of-our-own-4711';
const varde = '+4759440000';

/** Varde with a provider of SMS, 46elks, that passes on what receivers answer. */
export const smsAnswers = {
  VARDE_SMS_PROVIDER: '46elks',
  VARDE_SMS_URL: 'https://u:p@api.46elks.example/a1/sms',
  VARDE_SMS_FROM: varde,
  VARDE_SMS_REPLY_KEY: smsReplyKey,
  VARDE_PUBLIC_URL: 'https://varde.example',
};

/** Tells the receivers who are due, in messages that can be answered. */
export const tellByAnswerableSms = (sharing: SharedAlarm): Promise<void> =>
  sharing.run(notificationSteps, {
    sms: { sender: { send: async () => null }, reportsTo: null, takesReplies: true },
  });

/** What the provider posts as a form; the body of the answer, which for an SMS goes back to its sender. */
export async function postForm({ server }: SharedAlarm, url: string, fields: Record<string, string>): Promise<string> {
  const { body } = await server.app.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  return body;
}

/** An SMS from a telephone to Varde. */
export const answerBySms = (sharing: SharedAlarm, from: string, message: string): Promise<string> =>
  postForm(sharing, `/ajax/sms-replies/${smsReplyKey}`, { from, to: varde, message });
