import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { knownEndpoint, rememberPush } from '#data/push-browser.ts';
import { hasLostPush } from './check-push.ts';

const userId = 7;
const key = new Uint8Array(65).fill(4);
const publicKey = Buffer.from(key).toString('base64url');
const mine = 'https://push.example/mine';
const renewed = 'https://push.example/renewed';

let endpoints: string[];
let added: unknown[];

/** A browser with this subscription, which makes another one when it is asked to. */
function browserWith(endpoint: string | null, permission = 'granted') {
  const of = (address: string) => ({
    endpoint: address,
    options: { applicationServerKey: key.buffer },
    toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
  });
  const pushManager = {
    getSubscription: async () => (endpoint === null ? null : of(endpoint)),
    subscribe: async () => of(renewed),
  };
  const registration = { pushManager };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ...{ register: async () => registration, getRegistration: async () => registration },
      ready: Promise.resolve(registration),
    },
  });
}

beforeEach(() => {
  localStorage.clear();
  [endpoints, added] = [[], []];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body?: string }) => {
    if (body !== undefined) added.push(JSON.parse(body));
    const browsers = endpoints.map((endpoint, browserId) => ({
      ...{ browserId, userAgent: null, createdAt: 1, lastSentAt: null, endsAtLogout: false },
      endpointHash: createHash('sha256').update(endpoint).digest('hex'),
    }));
    return Response.json({ publicKey, browsers });
  });
});
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

describe('a page that is opened where its user has push messages', () => {
  beforeEach(() => rememberPush(userId, mine));

  it('says nothing while Varde and the browser agree', async () => {
    browserWith(mine);
    endpoints = [mine];
    expect(await hasLostPush(userId)).toBe(false);
    expect(knownEndpoint(userId)).toBe(mine);
  });

  it('says once that Varde has forgotten the browser, whose service had said that it is gone', async () => {
    browserWith(mine);
    expect([await hasLostPush(userId), await hasLostPush(userId)]).toEqual([true, false]);
    expect(added).toEqual([]);
  });

  it('says once that the user’s permission is gone', async () => {
    browserWith(null, 'denied');
    endpoints = [mine];
    expect([await hasLostPush(userId), await hasLostPush(userId)]).toEqual([true, false]);
  });

  it.each([
    ['has given itself another address', renewed],
    ['has ended its subscription, and may make another one', null],
  ])('mends it without a word when the browser %s', async (_what, now) => {
    browserWith(now);
    endpoints = [mine];
    expect(await hasLostPush(userId)).toBe(false);
    expect(added).toEqual([{ endpoint: renewed, keys: { p256dh: 'p', auth: 'a' }, former: mine }]);
    expect(knownEndpoint(userId)).toBe(renewed);
  });
});

describe('a page that is opened by another user of the browser', () => {
  it('says nothing, and takes nothing over', async () => {
    rememberPush(1, mine);
    browserWith(mine);
    expect(await hasLostPush(userId)).toBe(false);
    expect([added, knownEndpoint(1), knownEndpoint(userId)]).toEqual([[], mine, null]);
  });
});
