import webPush from 'web-push';
import { ProviderBusy, ProviderRefused } from '../delivery/provider-answers.ts';
import { createGuardedPost, type GuardedPostOptions } from '../net/guarded-post.ts';
import { retryAfterMs } from '../sms/retry-after.ts';
import type { PushKeys } from './key-pair.ts';

export interface OutgoingPush {
  /** The browser's address at its push service, which the browser itself has given. */
  endpoint: string;
  p256dh: string;
  auth: string;
  text: string;
  /** A message that waits for the browser is replaced by a later one of the same topic. */
  topic: string;
  /** Wakes a telephone that saves power. */
  isUrgent: boolean;
}

/** A way to send push messages. */
export interface PushSender {
  /**
   * Resolves when the push service has accepted the message. Throws `BrowserGone` when the browser takes no messages any
   * more, `ProviderRefused` when the service never accepts this one, `ProviderBusy` when it names a time to wait, and another
   * error when a later attempt may succeed. To send a message twice does no harm: the second replaces the first.
   */
  send(push: OutgoingPush): Promise<void>;
}

/** The browser has ended its subscription. */
export class BrowserGone extends ProviderRefused {}

/** How long the push service keeps a message for a browser that it does not reach. */
const keptSeconds = 86_400;

export interface PushSenderOptions extends GuardedPostOptions {
  /** Whom the push services turn to: an https or a mailto address. */
  subject: string;
  keys(): Promise<PushKeys>;
}

/**
 * Sends to push services over HTTP (RFC 8030), encrypted for the browser (RFC 8291). Their addresses come from users:
 * the rules are those of `createGuardedPost`.
 */
export function createPushSender({ subject, keys, ...options }: PushSenderOptions): PushSender {
  const post = createGuardedPost(options);
  return {
    async send(push) {
      const { headers, body } = encrypted(push, { subject, ...(await keys()) });
      const { status, headers: said } = await post(push.endpoint, headers, body);
      if (status >= 200 && status < 300) return;
      const reason = `the push service answered ${status}`;
      if (status === 404 || status === 410) throw new BrowserGone(reason);
      if (status === 400 || status === 413) throw new ProviderRefused(reason);
      const askedMs = retryAfterMs(said);
      if (askedMs !== null) throw new ProviderBusy(reason, askedMs);
      throw new Error(reason);
    },
  };
}

/** Throws `ProviderRefused` for a browser whose keys are none. */
function encrypted(
  { endpoint, p256dh, auth, text, topic, isUrgent }: OutgoingPush,
  vapidDetails: PushKeys & { subject: string },
) {
  try {
    const details = { vapidDetails, TTL: keptSeconds, urgency: isUrgent ? 'high' : 'normal', topic } as const;
    // The request only: sent by the library, it could lead to a private address.
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, details);
  } catch (cause) {
    throw new ProviderRefused('the message cannot be encrypted for this browser', { cause });
  }
}
