import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProviderBusy, ProviderRefused, ProviderUncertain } from '../delivery/provider-answers.ts';
import { createSmsSender } from './create-sms-sender.ts';
import type { HttpTemplate } from './http-template.ts';

let server: Server;
let origin: string;
let heard: { line: string; headers: IncomingHttpHeaders; body: string }[];
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    heard.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    answer(response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  origin = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  heard = [];
  answer = (response) => response.end('{"messages":[{"id":"m-1"}]}');
});

const hostile = 'Åse & "Bo" <b>\\ falt\n{to}';
const sms = { id: 'varde-sms-1', to: '+4790000001', text: hostile, reportUrl: null };
const send = (template: Partial<HttpTemplate>, path = '/send') =>
  createSmsSender({
    provider: 'http',
    url: `http://user:p%40ss@${origin}${path}`,
    from: 'Varde Vakt',
    timeoutMs: 200,
    template: { method: 'POST', headers: {}, body: undefined, receipt: undefined, ...template },
  }).send(sms);
const failure = (template: Partial<HttpTemplate>): Promise<unknown> => send(template).catch((error: unknown) => error);

describe('a template is filled as the type of the body asks for', () => {
  test('JSON, with a key against doubles in the headers and the login of the address', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'idempotency-key': '{id}' };
    await send({ headers, body: '{"to":["{digits}"],"sender":"{from}","message":"{text}","ref":"{id}"}' });
    const [{ line, headers: got, body } = { line: '', headers: {}, body: '' }] = heard;
    expect(line).toBe('POST /send');
    expect(got['idempotency-key']).toBe(sms.id);
    expect(got.authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
    expect(JSON.parse(body)).toEqual({
      to: ['4790000001'],
      sender: 'Varde Vakt',
      message: hostile,
      ref: sms.id,
    });
  });

  test('a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await send({ headers, body: 'to={to}&from={from}&text={text}' });
    expect([...new URLSearchParams(heard[0]?.body)]).toEqual([
      ['to', '+4790000001'],
      ['from', 'Varde Vakt'],
      ['text', hostile],
    ]);
  });

  test('XML', async () => {
    await send({
      method: 'PUT',
      headers: { 'content-type': 'text/xml' },
      body: '<sms to="{to}">{text}</sms>',
    });
    expect(heard[0]).toMatchObject({
      line: 'PUT /send',
      body: '<sms to="+4790000001">Åse &amp; &quot;Bo&quot; &lt;b&gt;\\ falt\n{to}</sms>',
    });
  });

  test('plain text, as it is', async () => {
    await send({ headers: { 'content-type': 'text/plain' }, body: '{text}' }, '/to/{digits}');
    expect(heard[0]).toMatchObject({ line: 'POST /to/4790000001', body: hostile });
  });

  test('the address, where no value leads to another path or adds a field', async () => {
    await send({ method: 'GET' }, '/{from}/send?to={to}&text={text}&id={id}');
    const url = new URL(heard[0]?.line.replace('GET ', '') ?? '', 'http://x');
    expect(url.pathname).toBe('/Varde%20Vakt/send');
    expect([...url.searchParams]).toEqual([
      ['to', '+4790000001'],
      ['text', hostile],
      ['id', sms.id],
    ]);
    expect(heard[0]?.body).toBe('');
  });
});

test('the address of reports stands where the template has it, and is empty where the provider could not reach Varde', async () => {
  const headers = { 'content-type': 'application/json' };
  const body = '{"to":"{to}","text":"{text}","dlr":"{report}"}';
  await send({ headers, body });
  const reportUrl = 'https://varde.example/ajax/sms-reports/1';
  const account = { url: `http://${origin}/send`, from: 'Varde', provider: 'http' as const };
  await createSmsSender({
    ...account,
    template: { method: 'POST', headers, body, receipt: undefined },
  }).send({ ...sms, reportUrl });
  expect(heard.map(({ body: said }) => JSON.parse(said).dlr)).toEqual(['', reportUrl]);
});

describe('the name that the provider gives the SMS', () => {
  test.each([
    ['messages.0.id', '{"messages":[{"id":"m-1"}]}', 'm-1'],
    ['id', '{"id":4711}', '4711'],
    ['/^OK (\\w+)/', 'OK a77 queued', 'a77'],
    ['/OK/', 'OK', 'OK'],
  ])('stands at %s of %s', async (receipt, body, name) => {
    answer = (response) => response.end(body);
    expect(await send({ receipt })).toBe(name);
  });

  test.each([
    ['messages.0.id', '{"messages":[]}'],
    ['messages.0.id', 'OK'],
    ['id', '{"id":""}'],
    ['id', '{"id":null}'],
    ['constructor.name', '{}'],
    ['/^OK (\\w+)/', 'ERROR 14: no credit'],
  ])('is missing at %s of %s: the SMS may not have been sent', async (receipt, body) => {
    answer = (response) => response.end(body);
    expect(await failure({ receipt })).toBeInstanceOf(ProviderUncertain);
  });

  test('is not asked for where the configuration does not say where it stands', async () => {
    answer = (response) => response.writeHead(204).end();
    expect(await send({})).toBeNull();
  });
});

describe('an answer that accepts nothing', () => {
  test.each([400, 401, 422, 429, 500, 503])(
    'with status %i is tried again, and refuses no SMS for good',
    async (status) => {
      answer = (response) => response.writeHead(status).end('said so');
      const error = await failure({});
      expect(String(error)).toBe(`Error: the provider answered ${status}: said so`);
      for (const other of [ProviderRefused, ProviderUncertain, ProviderBusy]) expect(error).not.toBeInstanceOf(other);
    },
  );

  test('names a time to wait', async () => {
    answer = (response) => response.writeHead(429, { 'retry-after': '7' }).end();
    expect(await failure({})).toMatchObject({ retryAfterMs: 7000 });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['never comes', () => undefined],
    ['breaks off', (response) => response.destroy()],
    ['does not end', (response) => void response.writeHead(200).write('OK')],
    ['leads elsewhere', (response) => response.writeHead(302, { location: '/other' }).end()],
  ])('since it %s leaves a doubt', async (_what, misbehave) => {
    answer = misbehave;
    expect(await failure({})).toBeInstanceOf(ProviderUncertain);
    expect(heard).toHaveLength(1);
  });
});
