import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../public/push-worker.js'), 'utf8');

/** The worker in a browser of its own, whose windows are these. */
function start(windows: { navigate?: () => Promise<unknown> }[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const opened = windows.map(({ navigate = async () => null }) => ({
    navigate: vi.fn(navigate),
    focus: vi.fn(),
  }));
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    skipWaiting: vi.fn(),
    registration: { showNotification: vi.fn(), pushManager: { subscribe: vi.fn() } },
    clients: { claim: vi.fn(), matchAll: vi.fn(async () => opened), openWindow: vi.fn() },
  };
  const fetched = vi.fn();
  runInNewContext(source, { self, fetch: fetched });
  const happen = async (name: string, event: object = {}) => {
    const work: unknown[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (promise: unknown) => work.push(promise) });
    await Promise.all(work);
  };
  return { self, opened, fetched, happen, listens: [...listeners.keys()].sort() };
}
const { parse } = JSON;
const pressed = (path?: string) => ({ notification: { close: vi.fn(), data: path && { path } } });

describe('the worker of push messages', () => {
  test('answers no requests of the console, which never comes from a cache', () => {
    expect(start().listens).toEqual(['activate', 'install', 'notificationclick', 'push', 'pushsubscriptionchange']);
    expect(source).not.toMatch(/caches|importScripts/);
  });

  test('shows a message as Varde has written it', async () => {
    const { self, happen } = start();
    const options = { body: 'Sted: Stue.', tag: 'alarm-7', requireInteraction: true };
    await happen('push', { data: { json: () => ({ title: 'Fall: Astrid Lie', options }) } });
    expect(self.registration.showNotification).toHaveBeenCalledExactlyOnceWith('Fall: Astrid Lie', options);
  });

  test.each([
    ['without content', undefined],
    ['that cannot be read', { json: () => parse('{') }],
  ])('shows something for a message %s, or browsers would end it', async (_what, data) => {
    const { self, happen } = start();
    await happen('push', { data });
    expect(self.registration.showNotification.mock.calls[0]?.[0]).toBe('Varde');
  });

  test('opens the alarm in the window that was used last', async () => {
    const { self, opened, happen } = start([{}, {}]);
    const event = pressed('/#/alarms/7');
    await happen('notificationclick', event);
    expect(event.notification.close).toHaveBeenCalledOnce();
    expect(opened[0]?.navigate).toHaveBeenCalledExactlyOnceWith('/#/alarms/7');
    expect(opened[0]?.focus).toHaveBeenCalledOnce();
    expect(opened[1]?.navigate).not.toHaveBeenCalled();
    expect(self.clients.openWindow).not.toHaveBeenCalled();
  });

  test.each([
    ['where there is none', []],
    ['where it cannot be led there', [{ navigate: () => Promise.reject(new TypeError('not controlled')) }]],
  ])('opens the alarm in a new window %s', async (_where, windows) => {
    const { self, happen } = start(windows);
    await happen('notificationclick', pressed('/#/alarms/7'));
    expect(self.clients.openWindow).toHaveBeenCalledExactlyOnceWith('/#/alarms/7');
  });

  test('tells Varde when the browser gets another address, and which one it had', async () => {
    const { self, fetched, happen } = start();
    const keys = { p256dh: 'key', auth: 'secret' };
    const subscription = { toJSON: () => ({ endpoint: 'https://push.example/new', keys }) };
    self.registration.pushManager.subscribe.mockResolvedValue(subscription);
    const options = { userVisibleOnly: true };
    await happen('pushsubscriptionchange', {
      oldSubscription: { endpoint: 'https://push.example/old', options },
    });
    expect(self.registration.pushManager.subscribe).toHaveBeenCalledExactlyOnceWith(options);
    const [path, { body }] = fetched.mock.calls[0] ?? [];
    expect([path, JSON.parse(body)]).toEqual([
      '/ajax/push/browsers',
      { endpoint: 'https://push.example/new', keys, former: 'https://push.example/old' },
    ]);
  });
});
