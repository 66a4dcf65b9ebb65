import { alarmEventNumber } from '@varde/catalogue/alarm-events';
import { reopenMs } from '@varde/catalogue/alarms';
import type { AlarmEvent } from '@varde/contract/alarms';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ProviderRefused } from '#platform/delivery/provider-answers.ts';
import type { OutgoingSms, SmsSender } from '#platform/sms/sms-sender.ts';
import { messageDelivery } from '../../jobs/message-delivery.ts';
import { retention } from '../../jobs/retention.ts';

let sharing: SharedAlarm;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(() => sharing.renew());

describe('the mail and the SMS of a shared alarm', () => {
  const handed: OutgoingSms[] = [];
  const through = (send: SmsSender['send']) => ({ sender: { send }, reportsTo: null, takesReplies: false });
  const gateway = through(async (sms) => {
    handed.push(sms);
    return 'gw-1';
  });
  beforeEach(() => {
    handed.length = 0;
  });

  test('leave once, and their text with the link does not stay', async () => {
    await sharing.share('kari@test.example,91234567');
    const sent: string[] = [];
    const mail = {
      consoleUrl: 'https://varde.example',
      sender: {
        send: async ({ to, text }: { to: string; text: string }) => {
          sent.push(`${to} ${text}`);
          return null;
        },
      },
    };
    for (const _ of [1, 2]) {
      await sharing.run(messageDelivery.sms, { sms: gateway });
      await sharing.run(messageDelivery.email, { mail });
    }
    expect(handed).toMatchObject([{ to: '+4791234567', text: expect.stringContaining('/#/shared/') }]);
    expect(sent).toEqual([expect.stringMatching(/^kari@test.example Alarmknapp: Astrid Lie[\s\S]+#\/shared\//)]);
    expect(await sharing.texts()).toMatchObject([{ state: 'sent', receipt: 'gw-1', content: null }]);
    expect(await sharing.mails()).toMatchObject([{ state: 'sent', content: null }]);
  });

  test('stand on the timeline with what became of each, also when the outbox has forgotten them', async () => {
    const shown = async (as = sharing.as.nurse) => {
      const path = `/ajax/alarms/analysis/${sharing.tranId}`;
      const { body } = await sharing.server.call('GET', path, { as });
      return (body.alarms[0].events as AlarmEvent[])
        .filter(({ number }) => number === alarmEventNumber.shared)
        .map(({ party, result, receipt, reason }) => [party, result, receipt, reason]);
    };
    await sharing.share('kari@test.example,91234567');
    await sharing.share('91234568,ola@test.example');
    expect(await shown()).toEqual([
      ['kari@test.example', 'emailQueued', null, undefined],
      ['+4791234567', 'smsQueued', null, undefined],
      ['+4791234568', 'smsQueued', null, undefined],
      ['ola@test.example', 'emailQueued', null, undefined],
    ]);
    const refuses = through(async ({ to }) => {
      if (to === '+4791234568') throw new ProviderRefused('no such number');
      return 'gw-1';
    });
    await sharing.run(messageDelivery.sms, { sms: refuses });
    const send = async () => 'mail-1';
    await sharing.run(messageDelivery.email, { mail: { consoleUrl: 'https://varde.example', sender: { send } } });
    const ended = [
      ['kari@test.example', 'emailSent', 'mail-1', undefined],
      ['+4791234567', 'smsSent', 'gw-1', undefined],
      ['+4791234568', 'smsFailed', null, 'no such number'],
      ['ola@test.example', 'emailSent', 'mail-1', undefined],
    ];
    expect(await shown()).toEqual(ended);
    sharing.clock.advance(31 * 86_400_000);
    await sharing.run(retention);
    sharing.clock.step(-31 * 86_400_000); // for the login
    expect([await sharing.texts(), await sharing.mails()]).toEqual([[], []]);
    expect(await shown()).toEqual(ended);
  });

  test('wait while the mail server is down, and are withdrawn when the alarm is reset first', async () => {
    await sharing.share('kari@test.example,91234567');
    const down = async () => Promise.reject(new Error('no answer'));
    const delivered = vi.fn(async () => null);
    const consoleUrl = 'https://varde.example';
    const mail = { consoleUrl, sender: { send: down } };
    await sharing.run(messageDelivery.sms, { sms: through(down) });
    await sharing.run(messageDelivery.email, { mail });
    expect(await sharing.mails()).toMatchObject([{ state: 'queued', reason: 'no answer' }]);
    expect(await sharing.texts()).toMatchObject([{ state: 'queued', reason: 'no answer' }]);
    await sharing.reset();
    sharing.clock.advance(reopenMs);
    await sharing.run(messageDelivery.sms, { sms: gateway });
    await sharing.run(messageDelivery.email, { mail: { consoleUrl, sender: { send: delivered } } });
    // The reset may still be undone.
    expect(await sharing.mails()).toMatchObject([{ state: 'queued' }]);
    expect(await sharing.texts()).toMatchObject([{ state: 'queued' }]);
    sharing.clock.advance(1);
    await sharing.run(messageDelivery.sms, { sms: gateway });
    await sharing.run(messageDelivery.email, { mail: { consoleUrl, sender: { send: delivered } } });
    expect(handed).toEqual([]);
    expect(delivered).not.toHaveBeenCalled();
    expect(await sharing.mails()).toMatchObject([{ state: 'failed', reason: 'withdrawn', content: null }]);
    expect(await sharing.texts()).toMatchObject([{ state: 'failed', reason: 'withdrawn', content: null }]);
  });

  test('are not withdrawn by the reset of another alarm', async () => {
    const other = await sharing.alarmOf(sharing.deviId, 33);
    await sharing.share('kari@test.example,91234567', sharing.as.nurse, { alarmId: other });
    await sharing.reset();
    await sharing.run(messageDelivery.sms, { sms: gateway });
    await sharing.run(messageDelivery.email);
    expect(handed).toHaveLength(1);
    expect(await sharing.mails()).toMatchObject([{ state: 'queued' }]);
  });

  test('an SMS that the gateway refuses is not tried again', async () => {
    await sharing.share('91234567');
    await sharing.run(messageDelivery.sms, { sms: through(() => Promise.reject(new ProviderRefused('bad number'))) });
    await sharing.run(messageDelivery.sms, { sms: gateway });
    expect(handed).toEqual([]);
    expect(await sharing.texts()).toMatchObject([{ state: 'failed', reason: 'bad number', content: null }]);
  });
});
