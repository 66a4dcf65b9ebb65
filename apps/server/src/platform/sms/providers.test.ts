import { createHmac } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProviderRefused, ProviderUncertain } from '../delivery/provider-answers.ts';
import { createSmsSender, type SmsProvider } from './create-sms-sender.ts';
import { signedByTwilio } from './provider-calls.ts';
import type { SmsSender } from './sms-sender.ts';

const open: Server[] = [];
afterEach(() => {
  for (const one of open.splice(0)) {
    one.closeAllConnections();
    one.close();
  }
});

interface Heard {
  path: string | undefined;
  login: string;
  form: Record<string, string>;
}
let heard: Heard[];
/** Status and body of the provider's next answers. */
let answer: [number, string];
beforeEach(() => {
  heard = [];
});

async function senderTo(provider: SmsProvider, path: string): Promise<SmsSender> {
  const listener: RequestListener = async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const [, login = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    expect(request.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    heard.push({
      path: `${request.method} ${request.url}`,
      login: Buffer.from(login, 'base64').toString(),
      form: Object.fromEntries(new URLSearchParams(body)),
    });
    response.writeHead(answer[0]).end(answer[1]);
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  open.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  return createSmsSender({
    provider,
    url: `http://user:p%40ss@127.0.0.1:${port}${path}`,
    from: '+4759440000',
  });
}

const sms = {
  id: 'varde-sms-1',
  to: '+4790000001',
  text: 'Alarm & fall hos Åse: https://varde.example/#/shared/x',
  reportUrl: 'https://varde.example/ajax/sms-reports/1',
};
const failure = (sender: SmsSender): Promise<unknown> => sender.send(sms).catch((error: unknown) => error);

describe('46elks', () => {
  const path = '/a1/sms';
  const sender = () => senderTo('46elks', path);

  test('gets a form with sender, number, text and the address of reports, and names the SMS', async () => {
    answer = [200, '{"id":"s1b5a","status":"created","from":"+4759440000","to":"+4790000001","parts":1,"cost":3500}'];
    expect(await (await sender()).send(sms)).toEqual({ receipt: 's1b5a', price: 3500 });
    const { to, text: message, reportUrl: whendelivered } = sms;
    expect(heard).toEqual([
      {
        path: `POST ${path}`,
        login: 'user:p@ss',
        form: { from: '+4759440000', to, message, whendelivered },
      },
    ]);
  });

  test.each([
    '{"id":"s1b5a"}',
    '{"id":"s1b5a","cost":"3500"}',
    '{"id":"s1b5a","cost":-1}',
    '{"id":"s1b5a","cost":1e12}',
  ])('accepts an SMS all the same when %s says no price', async (body) => {
    answer = [200, body];
    expect(await (await sender()).send(sms)).toBe('s1b5a');
  });

  test('is asked for no report where it could not reach Varde', async () => {
    answer = [200, '{"id":"s1b5a"}'];
    await (await sender()).send({ ...sms, reportUrl: null });
    expect(Object.keys(heard[0]?.form ?? {})).toEqual(['from', 'to', 'message']);
  });

  test('refuses a bad number for good, and says why', async () => {
    answer = [400, '"to" is not a valid phone number'];
    const error = await failure(await sender());
    expect(error).toBeInstanceOf(ProviderRefused);
    expect(String(error)).toContain('not a valid phone number');
  });

  test.each<[number, string]>([
    [400, 'Invalid from: not one of your numbers'],
    [401, 'API access requires Basic HTTP authentication'],
    [403, 'Not enough credits'],
    [429, ''],
    [500, ''],
  ])('status %i, "%s", is worth another attempt', async (...given) => {
    answer = given;
    const error = await failure(await sender());
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ProviderRefused);
    expect(error).not.toBeInstanceOf(ProviderUncertain);
  });

  test.each(['', '<html>', '{}', '{"id":""}', '{"id":7}'])(
    'answer "%s" leaves in doubt whether it was sent',
    async (body) => {
      answer = [200, body];
      expect(await failure(await sender())).toBeInstanceOf(ProviderUncertain);
    },
  );
});

describe('Twilio', () => {
  const path = '/2010-04-01/Accounts/AC1/Messages.json';
  const sender = () => senderTo('twilio', path);
  const error = (code: number, status = 400): [number, string] => [
    status,
    JSON.stringify({ code, message: 'as Twilio says it', more_info: 'https://…', status }),
  ];

  test('gets a form with sender, number, text and the address of reports, and names the SMS', async () => {
    answer = [201, '{"sid":"SM77","status":"queued","error_code":null,"num_segments":"1"}'];
    expect(await (await sender()).send(sms)).toBe('SM77');
    const { to: To, text: Body, reportUrl: StatusCallback } = sms;
    expect(heard).toEqual([
      { path: `POST ${path}`, login: 'user:p@ss', form: { To, From: '+4759440000', Body, StatusCallback } },
    ]);
  });

  test('is asked for no report where it could not reach Varde', async () => {
    answer = [201, '{"sid":"SM77"}'];
    await (await sender()).send({ ...sms, reportUrl: null });
    expect(Object.keys(heard[0]?.form ?? {})).toEqual(['To', 'From', 'Body']);
  });

  test.each([21211, 21408, 21610, 21612, 21614, 21617, 21635])(
    'error %i is about this SMS, and final',
    async (code) => {
      answer = error(code);
      const thrown = await failure(await sender());
      expect(thrown).toBeInstanceOf(ProviderRefused);
      expect(String(thrown)).toContain(`${code} as Twilio says it`);
    },
  );

  test.each<[string, [number, string]]>([
    ['a sender that is not ours (21606)', error(21606)],
    ['a callback that it does not accept (21609)', error(21609)],
    ['a wrong password (20003)', error(20003, 401)],
    ['too many requests (20429)', error(20429, 429)],
    ['a bad number in a page that is no JSON', [400, '<html>21211</html>']],
    ['a fault of its own', [503, '']],
  ])('after %s the SMS is worth another attempt', async (_what, given) => {
    answer = given;
    const thrown = await failure(await sender());
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown).not.toBeInstanceOf(ProviderRefused);
    expect(thrown).not.toBeInstanceOf(ProviderUncertain);
  });

  test.each(['', '<html>', '{}', '{"sid":""}'])('answer "%s" leaves in doubt whether it was sent', async (body) => {
    answer = [201, body];
    expect(await failure(await sender())).toBeInstanceOf(ProviderUncertain);
  });
});

test.each([
  ['with its port', 'https://varde.example:8443/varde'],
  ['without it', 'https://varde.example/varde'],
])('a call that Twilio has signed for an address %s is Twilio’s, and one of another address is not', (_how, base) => {
  const isOurs = signedByTwilio('https://AC1:t%40ken@api.twilio.example/x', 'https://varde.example:8443/varde/');
  const signature = (url: string) => createHmac('sha1', 't@ken').update(`${url}/ajax/xBody1`).digest('base64');
  const call = (url: string) => ({
    ...{ path: '/ajax/x', fields: { Body: '1' } },
    headers: { 'x-twilio-signature': signature(url) },
  });
  expect(isOurs(call(base))).toBe(true);
  expect(isOurs(call('https://varde.example:8444/varde'))).toBe(false);
});
