import { queryOptions } from '@tanstack/react-query';
import type { Push, PushBrowser } from '@varde/contract/push';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { bodyOf, hashOf, isWithKey, ownSubscription } from '#data/push-browser.ts';

export interface PushState extends Push {
  /** This browser, if it gets push messages of this user; undefined: it does not. */
  here: PushBrowser | undefined;
}

/** Where the user gets push messages. */
export const pushQuery = queryOptions({ queryKey: queryKey('getPush'), queryFn: readPush });

export async function readPush(): Promise<PushState> {
  const push = await call('getPush', {});
  const own = await ownSubscription();
  if (own === null || push.publicKey === null || !isWithKey(own, push.publicKey)) return { ...push, here: undefined };
  const hash = await hashOf(own);
  const here = push.browsers.find(({ endpointHash }) => endpointHash === hash);
  // Ties the browser to this session: it stays when the user ends the others.
  if (here !== undefined) await call('addPushBrowser', { body: bodyOf(own) });
  return { ...push, here };
}
