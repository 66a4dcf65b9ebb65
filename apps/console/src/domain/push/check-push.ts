import { call } from '#data/api/call.ts';
import {
  bodyOf,
  forgetPush,
  isWithKey,
  knownEndpoint,
  ownSubscription,
  pushObstacle,
  rememberPush,
  subscribe,
} from '#data/push-browser.ts';
import { readPush } from './push-query.ts';

/**
 * Compares this browser with what Varde has of it: browsers end push messages, or give themselves another address, without
 * anybody's will. What changed by itself is mended. True when the user gets no more push messages here, and did before;
 * said once.
 */
export async function hasLostPush(userId: number): Promise<boolean> {
  const known = knownEndpoint(userId);
  const own = await ownSubscription();
  if (known === null && own === null) return false;
  const { publicKey, here } = await readPush();
  if (here !== undefined && own !== null) rememberPush(userId, own.endpoint);
  if (publicKey === null || here !== undefined || known === null) return false;
  const found = own === null ? await renewed(publicKey) : isWithKey(own, publicKey) ? bodyOf(own) : null;
  if (found === null || found.endpoint === known) {
    forgetPush(userId);
    return true;
  }
  await call('addPushBrowser', { body: { ...found, former: known } });
  rememberPush(userId, found.endpoint);
  return false;
}

/** A new subscription where the user still allows one; null: there is none. */
async function renewed(publicKey: string): ReturnType<typeof subscribe> {
  if (pushObstacle() !== null || Notification.permission !== 'granted') return null;
  return subscribe(publicKey).catch(() => null);
}
