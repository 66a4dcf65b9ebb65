import { forgetStored, readStored, writeStored } from '#ui/stored.ts';
import { call, type Input } from './api/call.ts';

/** What keeps this browser from push messages; null: nothing, as far as it can be known without asking the user. */
export type PushObstacle = 'insecure' | 'unsupported' | 'blocked';

export function pushObstacle(): PushObstacle | null {
  if (!window.isSecureContext) return 'insecure';
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

/** The subscription of this browser, whoever made it; null: none. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * Asks the user and subscribes this browser with the public key of Varde. Resolves to what Varde has to know of it; null
 * when the user has refused.
 */
export async function subscribe(publicKey: string): Promise<Input<'addPushBrowser'>['body'] | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/push-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before !== null && !isWithKey(before, publicKey)) await before.unsubscribe();
  const applicationServerKey = bytesOf(publicKey);
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const former = before !== null && before.endpoint !== subscription.endpoint && { former: before.endpoint };
  return { ...bodyOf(subscription), ...former };
}

/** A browser subscribes with one key; with that of another installation, or a former one, it gets nothing of this one. */
export function isWithKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return String(key) === String(bytesOf(publicKey));
}

export function bodyOf(subscription: PushSubscription): Input<'addPushBrowser'>['body'] {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, keys: { p256dh, auth } };
}

/** As Varde names a browser to its user: SHA-256 of the endpoint, in hexadecimal. */
export async function hashOf({ endpoint }: PushSubscription): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** For each user of the browser who has push messages here, its endpoint: it may change or end by itself. */
const keyPrefix = 'varde-push-';

export const knownEndpoint = (userId: number): string | null => readStored(keyPrefix + userId);
export const rememberPush = (userId: number, endpoint: string): void => writeStored(keyPrefix + userId, endpoint);
export const forgetPush = (userId: number): void => forgetStored((key) => key === keyPrefix + userId);

/** Before a logout: ends the push messages of this browser, if its user has chosen that. */
export async function leavePush(): Promise<void> {
  const subscription = await ownSubscription().catch(() => null); // a browser with a fault must not keep its user
  if (subscription === null) return;
  const { left } = await call('leavePushBrowser', { body: { endpoint: subscription.endpoint } });
  if (!left) return;
  forgetStored((key) => key.startsWith(keyPrefix));
  await subscription.unsubscribe().catch(() => false); // Varde sends nothing there any more
}

/** From base64 for URLs. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
