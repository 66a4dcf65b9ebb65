import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { ProviderRefused, ProviderUncertain } from '../delivery/provider-answers.ts';
import { type CallProvider, createCallSender, talkOf } from './call-provider.ts';
import type { CallSender } from './call-sender.ts';

const open: Server[] = [];
afterEach(() => {
  for (const one of open.splice(0)) {
    one.closeAllConnections();
    one.close();
  }
});

let heard: { path: string; login: string; type: string; key: unknown; body: string }[];
/** Status and body of the provider's next answers; null: it never answers. */
let answer: [number, string] | null;
beforeEach(() => {
  heard = [];
});

const account = { from: '+4759440000', publicUrl: 'https://varde.example', timeoutMs: 200 };

async function callerAt(provider: CallProvider, path: string): Promise<CallSender> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { authorization = '', 'content-type': type = '', 'idempotency-key': key } = request.headers;
    const login = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
    heard.push({ path: `${request.method} ${request.url}`, login, type, key, body });
    if (answer !== null) response.writeHead(answer[0]).end(answer[1]);
  }).listen(0, '127.0.0.1');
  open.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  return createCallSender({ ...account, provider, url: `http://user:p%40ss@127.0.0.1:${port}${path}` });
}

const call = {
  id: 'varde-call-1',
  to: '+4790000001',
  answerUrl: 'https://varde.example/ajax/calls/t',
  reportUrl: 'https://varde.example/ajax/calls/t/report',
};
const failure = (caller: CallSender): Promise<unknown> => caller.call(call).catch((error: unknown) => error);
const form = (body: string) => Object.fromEntries(new URLSearchParams(body));

/** Each provider: its path, what it answers to an accepted call, and what it hears. */
const providers = {
  twilio: {
    path: '/2010-04-01/Accounts/AC1/Calls.json',
    accepts: [201, '{"sid":"CA77","status":"queued"}'],
    receipt: 'CA77',
    refuses: [400, '{"code":21211,"message":"Invalid To","status":400}'],
    fault: [400, '{"code":21210,"message":"From is not verified","status":400}'],
    hears: (body: string) => form(body),
    said: {
      To: call.to,
      From: account.from,
      Url: call.answerUrl,
      FallbackUrl: call.answerUrl,
      StatusCallback: call.reportUrl,
      Timeout: '30',
    },
  },
  '46elks': {
    path: '/a1/calls',
    accepts: [200, '{"id":"c1b5a","state":"ongoing","direction":"outgoing"}'],
    receipt: 'c1b5a',
    refuses: [400, '"to" is not a valid phone number'],
    fault: [400, 'Invalid from: not one of your numbers'],
    hears: (body: string) => form(body),
    said: {
      from: account.from,
      to: call.to,
      voice_start: call.answerUrl,
      whenhangup: call.reportUrl,
      timeout: '30',
    },
  },
  gateway: {
    path: '/calls',
    accepts: [202, '{"id":4711}'],
    receipt: '4711',
    refuses: [422, ''],
    fault: [403, '{"id":4711}'],
    hears: (body: string) => JSON.parse(body),
    said: call,
  },
} as const;
const each = (Object.keys(providers) as CallProvider[]).map((name) => [name] as const);

describe.each(each)('calls by %s', (name) => {
  const { path, accepts, receipt, refuses, fault, hears, said } = providers[name];
  const caller = () => callerAt(name, path);

  it('are ordered with the account’s password, and have the provider’s own name', async () => {
    answer = [...accepts];
    expect(await (await caller()).call(call)).toBe(receipt);
    expect(heard.map(({ path, login }) => [path, login])).toEqual([[`POST ${path}`, 'user:p@ss']]);
    expect(hears(heard[0]?.body ?? '')).toEqual(said);
  });

  it('to a number that it refuses are final', async () => {
    answer = [...refuses];
    expect(await failure(await caller())).toBeInstanceOf(ProviderRefused);
  });

  it.each([
    ['a fault of the account', fault],
    ['a wrong password', [401, '']],
    ['too many requests', [429, '']],
    ['a fault of its own', [503, '']],
  ])('are worth another attempt after %s', async (_what, [status, body]) => {
    answer = [status as number, body as string];
    const thrown = await failure(await caller());
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown).not.toBeInstanceOf(ProviderRefused);
    expect(thrown).not.toBeInstanceOf(ProviderUncertain);
  });

  it.each([['<html>'], [''], ['[]'], ['null'], [null]])('are in doubt after %j', async (body) => {
    answer = body === null ? null : [accepts[0], body];
    expect(await failure(await caller())).toBeInstanceOf(ProviderUncertain);
  });
});

test('a gateway of one’s own knows a call that is ordered again by its key', async () => {
  answer = [200, '{}'];
  const caller = await callerAt('gateway', '/calls');
  await caller.call(call);
  await caller.call(call);
  expect(heard.map(({ key }) => key)).toEqual(['varde-call-1', 'varde-call-1']);
});

const words = { language: 'nb' as const, text: 'Fall & "rop": <Åse>', soundUrl: 'https://varde.example/s' };
const keysTo = call.answerUrl;
const talk = (provider: CallProvider) => talkOf({ ...account, provider, url: 'https://AC1:secret@api.example/' });

describe('what is said in a call', () => {
  it('is TwiML at Twilio: read three times in the language of the receiver, and a key goes to Varde', () => {
    const { ask, say, end, mediaType } = talk('twilio');
    const text = 'Fall &amp; &quot;rop&quot;: &lt;Åse&gt;';
    const read = (times: number) => `<Say language="nb-NO" voice="Polly.Liv" loop="${times}">${text}</Say>`;
    expect(ask(words, `${keysTo}?a=1&b="2"`)).toBe(
      `<Response><Gather action="${keysTo}?a=1&amp;b=&quot;2&quot;" numDigits="1" finishOnKey="" timeout="5">${read(3)}</Gather></Response>`,
    );
    expect(say(words)).toBe(`<Response>${read(1)}<Hangup/></Response>`);
    const english = `<Say language="en-GB" voice="Polly.Amy" loop="1">${text}</Say>`;
    expect(say({ ...words, language: 'en' })).toBe(`<Response>${english}<Hangup/></Response>`);
    expect(end()).toBe('<Response><Hangup/></Response>');
    expect(talk('twilio').askPin(words, keysTo)).toBe(
      `<Response><Gather action="${keysTo}" numDigits="9" finishOnKey="#" timeout="10">${read(3)}</Gather></Response>`,
    );
    expect(mediaType).toMatch(/^text\/xml/);
  });

  it('is an action at 46elks, which plays the sound of the words', () => {
    const { ask, say, end } = talk('46elks');
    expect(JSON.parse(ask(words, keysTo))).toEqual({
      ...{ ivr: words.soundUrl, digits: 1, timeout: 5, repeat: 3, next: keysTo },
    });
    expect(JSON.parse(talk('46elks').askPin(words, keysTo))).toEqual({
      ...{ ivr: words.soundUrl, digits: 9, timeout: 10, repeat: 3, next: keysTo },
    });
    expect(JSON.parse(say(words))).toEqual({ play: words.soundUrl });
    expect(JSON.parse(end())).toEqual({ hangup: 'reject' });
  });

  it('is text at a gateway of one’s own', () => {
    const { ask, say, end } = talk('gateway');
    const read = { say: words.text, language: 'nb', sound: words.soundUrl };
    expect(JSON.parse(ask(words, keysTo))).toEqual({ ...read, keysTo });
    expect(JSON.parse(talk('gateway').askPin(words, keysTo))).toEqual({ ...read, keysTo, endKey: '#' });
    expect(JSON.parse(say(words))).toEqual(read);
    expect(JSON.parse(end())).toEqual({});
  });
});

test.each([
  ['twilio', { CallSid: 'CA1', CallStatus: 'in-progress' }, null],
  ['twilio', { Digits: '1' }, '1'],
  ['46elks', { callid: 'c1', from: '+47', to: '+47' }, null],
  ['46elks', { callid: 'c1', result: '2' }, '2'],
  ['46elks', { callid: 'c1', result: 'failed', why: 'noinput' }, ''],
  ['gateway', {}, null],
  ['46elks', { callid: 'c1', result: '4711#' }, '4711'],
  ['gateway', { key: '1' }, '1'],
  ['gateway', { key: '4711#' }, '4711'],
  ['gateway', { key: '' }, ''],
] as const)('%s says with %j which key was pressed', (provider, fields, key) => {
  expect(talk(provider).keysIn(fields)).toBe(key);
});
