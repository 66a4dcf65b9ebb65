import type { lookup } from 'node:dns';
import type { ServerResponse } from 'node:http';
import { type PushService, startPushService } from '@varde/testing/push-service';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProviderBusy, ProviderRefused } from '../delivery/provider-answers.ts';
import { ForbiddenAddress } from '../net/guarded-post.ts';
import { keyPair, newPrivateKey } from './key-pair.ts';
import { BrowserGone, createPushSender } from './push-sender.ts';

const keys = keyPair(newPrivateKey());
let service: PushService;

beforeEach(async () => {
  service = await startPushService();
});
afterEach(() => service.close());

const options = { subject: 'mailto:drift@varde.example', keys: async () => keys, timeoutMs: 3000 };
const message = { text: '{"title":"Fall: Åse Ø."}', topic: 'alarm-7', isUrgent: true };

async function send(more: Partial<typeof message & { endpoint: string; p256dh: string }> = {}) {
  const { endpoint, keys: own } = service.subscribe('a');
  await createPushSender({ ...options, inside: true }).send({ endpoint, ...own, ...message, ...more });
}
async function failure(answer: (response: ServerResponse) => void): Promise<unknown> {
  service.answers.set('a', answer);
  return send().then(
    () => null,
    (error: unknown) => error,
  );
}
const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end();

describe('a push message', () => {
  test('reaches the browser alone: encrypted with its keys, and signed with the key of this installation', async () => {
    await send();
    const [taken] = service.taken;
    if (taken === undefined) throw new Error('nothing was sent');
    expect(taken.message).toEqual({ title: 'Fall: Åse Ø.' });
    expect(service.isSignedWith(keys.publicKey, taken)).toBe(true);
    expect(service.isSignedWith(keyPair(newPrivateKey()).publicKey, taken)).toBe(false);
  });

  test('takes the place of an earlier one about the same, waits a day for the browser, and wakes it when it is urgent', async () => {
    await send();
    await send({ isUrgent: false });
    expect(service.taken.map(({ headers: { topic, ttl, urgency } }) => [topic, ttl, urgency])).toEqual([
      ['alarm-7', '86400', 'high'],
      ['alarm-7', '86400', 'normal'],
    ]);
  });

  test.each([404, 410])('to a browser that the service does not know any more (%i) says so', async (code) => {
    expect(await failure(status(code))).toBeInstanceOf(BrowserGone);
  });

  test.each([400, 413])('that the service refuses for good (%i) is not tried again', async (code) => {
    const error = await failure(status(code));
    expect(error).toBeInstanceOf(ProviderRefused);
    expect(error).not.toBeInstanceOf(BrowserGone);
  });

  test.each([
    ['in seconds', { 'retry-after': '120' }],
    [
      'as a date, by its own clock',
      { 'retry-after': 'Wed, 21 Oct 2026 07:30:00 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' },
    ],
  ])('waits as long as the service asks for %s', async (_how, headers) => {
    const error = await failure(status(429, headers));
    expect(error).toBeInstanceOf(ProviderBusy);
    expect(error).toMatchObject({ retryAfterMs: 120_000 });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['asks to wait without a time', status(429)],
    ['asks to wait for something that is no time', status(429, { 'retry-after': 'soon' })],
    ['fails', status(500)],
    ['does not accept the signature', status(403)],
    ['leads elsewhere', status(307, { location: 'http://127.0.0.1:1/' })],
    ['hangs', () => undefined],
    ['closes the connection', (response) => response.destroy()],
  ])('is tried again later when the service %s', async (_what, answer) => {
    const error = await failure(answer);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ProviderRefused);
    expect(error).not.toBeInstanceOf(ProviderBusy);
    expect(service.taken).toHaveLength(1);
  });

  test('to a browser whose keys are none is not tried again, and goes nowhere', async () => {
    await expect(send({ p256dh: Buffer.alloc(65, 4).toString('base64url') })).rejects.toBeInstanceOf(ProviderRefused);
    expect(service.taken).toEqual([]);
  });

  test.each(['http://push.test.example/', 'https://10.0.0.5/', 'https://localhost/', 'https://[::1]/'])(
    'never leads to %s',
    async (endpoint) => {
      const sender = createPushSender({ ...options, inside: false });
      const { keys: own } = service.subscribe('a');
      const sent = sender.send({ endpoint, ...own, ...message });
      await expect(sent).rejects.toBeInstanceOf(ForbiddenAddress);
    },
  );

  test('never leads to a private address behind a name', async () => {
    const resolved = ((_name: string, _options: unknown, done: (error: null, all: unknown) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as typeof lookup;
    const sender = createPushSender({ ...options, inside: false, lookup: resolved });
    const { endpoint, keys: own } = service.subscribe('a');
    const named = endpoint.replace('http://127.0.0.1', 'https://push.test.example');
    await expect(sender.send({ endpoint: named, ...own, ...message })).rejects.toBeInstanceOf(ForbiddenAddress);
    expect(service.taken).toEqual([]);
  });
});

test('a key pair is that of its private key; other text is none', () => {
  const { privateKey, publicKey } = keyPair(newPrivateKey());
  expect(keyPair(privateKey)).toEqual({ privateKey, publicKey });
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
  expect(Buffer.from(privateKey, 'base64url')).toHaveLength(32);
  expect(() => keyPair('A'.repeat(43))).toThrow();
});
