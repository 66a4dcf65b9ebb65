import { createHmac } from 'node:crypto';
import { createGuardedPost, type GuardedPostOptions } from '../net/guarded-post.ts';

export interface OutgoingWebHook {
  /** The same for each attempt. */
  id: string;
  url: string;
  secret: string;
  body: string;
  /** The time of the attempt, Unix seconds. */
  timestamp: number;
}

/** A way to post to web hooks. */
export interface WebHookSender {
  /** Resolves to the HTTP status of the answer, whatever it is. Throws when there is none. */
  send(hook: OutgoingWebHook): Promise<number>;
}

/** HMAC-SHA256 of the timestamp, a dot and the body, in hexadecimal. */
export const signatureOf = (secret: string, timestamp: number, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/** Posts over http and https, to addresses that administrators have given. */
export function createWebHookSender(options: GuardedPostOptions): WebHookSender {
  const post = createGuardedPost(options);
  return {
    send: async ({ id, url, secret, body, timestamp }) => {
      const headers = {
        'content-type': 'application/json',
        'varde-delivery': id,
        'varde-timestamp': String(timestamp),
        'varde-signature': `v1=${signatureOf(secret, timestamp, body)}`,
      };
      return (await post(url, headers, body)).status;
    },
  };
}
