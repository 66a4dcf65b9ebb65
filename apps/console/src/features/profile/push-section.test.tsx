import { createHash } from 'node:crypto';
import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Push, PushBrowser } from '@varde/contract/push';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { PushSection } from './push-section.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const keyOf = (first: number) => new Uint8Array(65).fill(first);
const publicKey = Buffer.from(keyOf(4)).toString('base64url');
const userAgent = 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0';
const hash = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex');

/** A browser that can subscribe, as far as `obstacle` allows. */
function fakeBrowser({ permission = 'granted', answer = 'granted', key = keyOf(4), subscribed = '' } = {}) {
  const of = (endpoint: string, bytes: Uint8Array) => ({
    endpoint,
    options: { applicationServerKey: bytes.buffer },
    toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(async () => {
      current = null;
      return true;
    }),
  });
  let current: ReturnType<typeof of> | null = subscribed === '' ? null : of(subscribed, key);
  const pushManager = {
    getSubscription: async () => current,
    subscribe: vi.fn(async () => {
      current ??= of('https://push.example/new', keyOf(4));
      return current;
    }),
  };
  const registration = { pushManager };
  const register = vi.fn(async () => registration);
  const serviceWorker = {
    register,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  return { register, pushManager, current: () => current };
}
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

const browserOf = (browserId: number, endpoint: string, fields: Partial<PushBrowser> = {}): PushBrowser => ({
  ...{ browserId, endpointHash: hash(endpoint), userAgent, createdAt: 1000, lastSentAt: null },
  ...{ endsAtLogout: false, ...fields },
});

let stored: Push;
const stub = (fields: Partial<Push>) => {
  stored = { ...stored, ...fields };
};
const calls = vi.fn();
beforeEach(() => {
  stored = { publicKey, browsers: [] };
  calls.mockReset();
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const sent = body === undefined ? undefined : JSON.parse(body);
    if (method !== 'GET') calls(method, url, sent);
    const id = Number(/browsers\/(\d+)$/.exec(url)?.[1]);
    if (method === 'DELETE')
      stored = { ...stored, browsers: stored.browsers.filter(({ browserId }) => browserId !== id) };
    else if (method === 'POST' && !stored.browsers.some((one) => one.endpointHash === hash(sent.endpoint)))
      stored = { ...stored, browsers: [browserOf(9, sent.endpoint), ...stored.browsers] };
    return Response.json(stored);
  });
});

async function show() {
  await renderPage(
    <ModalsProvider>
      <PushSection />
    </ModalsProvider>,
  );
  return userEvent.setup();
}
const here = () => screen.findByRole('status');

describe('push messages on the profile', () => {
  it('are turned on in this browser, which then is one of the list', async () => {
    const browser = fakeBrowser();
    const user = await show();
    expect((await here()).textContent).toBe('Push er ikke slått på i denne nettleseren.');
    await user.click(screen.getByRole('button', { name: 'Slå på push her' }));
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/er slått på/));
    expect(browser.register).toHaveBeenCalledExactlyOnceWith('/push-worker.js');
    expect(browser.pushManager.subscribe).toHaveBeenCalledExactlyOnceWith({
      userVisibleOnly: true,
      applicationServerKey: keyOf(4),
    });
    expect(calls.mock.calls[0]).toEqual([
      'POST',
      '/ajax/push/browsers',
      { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } },
    ]);
    const row = within(screen.getByRole('list', { name: 'Nettlesere med push' })).getByRole('listitem');
    expect(row.textContent).toMatch(/Chrome på Android.*Ingen ennå.*Denne nettleseren/);
  });

  it('are turned off here: at Varde, and in the browser', async () => {
    const browser = fakeBrowser({ subscribed: 'https://push.example/mine' });
    stored = { publicKey, browsers: [browserOf(3, 'https://push.example/mine')] };
    const user = await show();
    await user.dblClick(await screen.findByRole('button', { name: 'Slå av push her' }));
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/ikke slått på/));
    expect(
      calls.mock.calls.filter(([method]) => method === 'DELETE'),
      'once for a double press',
    ).toEqual([['DELETE', '/ajax/push/browsers/3', undefined]]);
    expect(browser.current()).toBeNull();
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('end at the logout here, if the user chooses so', async () => {
    fakeBrowser({ subscribed: 'https://push.example/mine' });
    stored = { publicKey, browsers: [browserOf(3, 'https://push.example/mine')] };
    const user = await show();
    await user.click(await screen.findByRole('checkbox', { name: 'Slå av når jeg logger ut her' }));
    await vi.waitFor(() =>
      expect(calls).toHaveBeenCalledWith(
        'POST',
        '/ajax/push/browsers',
        expect.objectContaining({ endpoint: 'https://push.example/mine', endsAtLogout: true }),
      ),
    );
  });

  it('are removed from another browser, and this one is left as it is', async () => {
    fakeBrowser({ subscribed: 'https://push.example/mine' });
    const other = { userAgent: 'Firefox/150 Windows', lastSentAt: 1000 };
    stored = {
      publicKey,
      browsers: [browserOf(4, 'https://push.example/other', other), browserOf(3, 'https://push.example/mine')],
    };
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Slå av push i Firefox på Windows' }));
    await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.getByRole('listitem').textContent).toContain('Denne nettleseren');
    expect(screen.queryByRole('button', { name: /Slå av push i/ })).toBeNull();
  });

  it('are off in a browser whose subscription is with another key, or of another user, and are turned on anew', async () => {
    const browser = fakeBrowser({ subscribed: 'https://push.example/old', key: keyOf(5) });
    stored = { publicKey, browsers: [browserOf(3, 'https://push.example/old')] };
    const former = browser.current();
    const user = await show();
    expect((await here()).textContent).toMatch(/ikke slått på/);
    await user.click(screen.getByRole('button', { name: 'Slå på push her' }));
    await vi.waitFor(() =>
      expect(calls).toHaveBeenCalledWith(
        'POST',
        '/ajax/push/browsers',
        expect.objectContaining({ endpoint: 'https://push.example/new', former: 'https://push.example/old' }),
      ),
    );
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/er slått på/));
    expect(former?.unsubscribe).toHaveBeenCalledOnce();
  });

  it('stay off when the user does not allow notifications', async () => {
    const browser = fakeBrowser({ permission: 'default', answer: 'denied' });
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Slå på push her' }));
    await vi.waitFor(() => expect(browser.register).not.toHaveBeenCalled());
    expect(calls).not.toHaveBeenCalled();
  });

  it.each([
    ['is not configured', () => stub({ publicKey: null }), 'Push er ikke satt opp'],
    ['needs https', () => vi.stubGlobal('isSecureContext', false), 'https'],
    ['is not supported', () => Reflect.deleteProperty(navigator, 'serviceWorker'), 'kan ikke ta imot push'],
    ['is blocked', () => vi.stubGlobal('Notification', { permission: 'denied' }), 'blokkert i nettleseren'],
  ])('say why there is no way to turn them on: push %s', async (_why, make, text) => {
    fakeBrowser();
    make();
    await show();
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(screen.queryByRole('button', { name: /Slå på/ })).toBeNull();
  });
});
