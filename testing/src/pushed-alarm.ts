import type { ServerResponse } from 'node:http';
import { followedPushes } from '@varde/server/jobs/followed-pushes';
import { messageDelivery } from '@varde/server/jobs/message-delivery';
import { notificationSteps } from '@varde/server/jobs/notification-steps';

import { keyPair, newPrivateKey } from '@varde/server/platform/push/key-pair';
import { createPushSender } from '@varde/server/platform/push/push-sender';
import { type PushService, startPushService } from './push-service.ts';
import { type Answer, SharedAlarm } from './shared-alarm.ts';

const chrome = 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0';

/** An alarm on whose list a user, Siv Strand, gets push messages, and the push service of her browsers. */
export class PushedAlarm {
  readonly sharing: SharedAlarm;
  readonly keys = keyPair(newPrivateKey());
  service!: PushService;

  private constructor(sharing: SharedAlarm) {
    this.sharing = sharing;
  }

  static async open(): Promise<PushedAlarm> {
    return new PushedAlarm(
      await SharedAlarm.open({ VARDE_PUSH_CONTACT: 'drift@varde.example', VARDE_PUSH_INSIDE: 'true' }),
    );
  }

  /** Before each test. */
  async renew(): Promise<void> {
    await this.sharing.renew();
    await this.rename(this.sharing.as.nurse, 'Siv', 'Strand');
    this.service = await startPushService();
  }

  /** Names a user after the session. */
  async rename(as: string, firstName: string, lastName: string): Promise<void> {
    const profile = { firstName, lastName, mobile: '', language: 'nb', theme: null };
    await this.sharing.server.call('PUT', '/ajax/profile', { as, body: profile });
  }

  /** After each test. */
  end(): Promise<void> {
    return this.service.close();
  }

  async subscribe(browser: string, as = this.sharing.as.nurse, userAgent = chrome): Promise<Answer> {
    return this.sharing.server.call('POST', '/ajax/push/browsers', {
      ...{ as, headers: { 'user-agent': userAgent } },
      body: { ...this.service.subscribe(browser), endsAtLogout: false },
    });
  }

  /** A user as a receiver who gets push messages only. */
  byPush = (userId = this.sharing.nurseId) => ({
    ...{ name: '', mobile: null, email: null },
    ...{ userId, channels: ['push' as const] },
  });

  step = (): Promise<void> => this.sharing.run(notificationSteps);

  async deliver(timeoutMs = 2000): Promise<void> {
    const service = { subject: 'mailto:drift@varde.example', inside: true, timeoutMs };
    const push = createPushSender({ ...service, keys: async () => this.keys });
    await this.sharing.run(followedPushes, { push });
    await this.sharing.run(messageDelivery.push, { push });
  }

  async tellAndDeliver(...receivers: Parameters<SharedAlarm['tell']>): Promise<void> {
    await this.sharing.tell(...receivers);
    await this.step();
    await this.deliver();
  }

  /** The service answers a browser's messages like this from now on. */
  answer(browser: string, status: number, headers: Record<string, string> = {}): void {
    this.service.answers.set(browser, (response: ServerResponse) => response.writeHead(status, headers).end());
  }

  act(action: string, { as = this.sharing.as.nurse, body }: { as?: string; body?: object } = {}): Promise<Answer> {
    const path = `/ajax/alarms/${this.sharing.alarmId}/${action}`;
    return this.sharing.server.call('POST', path, { as, body });
  }

  /** What is in the outbox. */
  async texts(): Promise<unknown[]> {
    const rows = await this.sharing.texts();
    return rows.map(({ channel, recipient, state, reason }) => [channel, recipient, state, reason]);
  }

  /** Whom the alarm was told, on its timeline: who, result and reason. */
  async timeline(as = this.sharing.as.nurse): Promise<unknown[]> {
    const { server, tranId } = this.sharing;
    const { body } = await server.call('GET', `/ajax/alarms/analysis/${tranId}`, { as });
    const events: { number: number; party: string | null; result: string | null; reason?: string }[] =
      body.alarms[0].events;
    return events
      .filter(({ number }) => number === 209)
      .map(({ party, result, reason = null }) => [party, result, reason]);
  }
}
