import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseConfig } from '../../config.ts';
import { ProviderRefused, ProviderUncertain } from '../delivery/provider-answers.ts';
import { createSmsSender } from './create-sms-sender.ts';
import { linkOutcome } from './link-mobility.ts';
import type { SmsSender } from './sms-sender.ts';

const open: Server[] = [];
let heard: unknown[];
beforeEach(() => {
  heard = [];
});
afterEach(() => {
  for (const one of open.splice(0)) {
    one.closeAllConnections();
    one.close();
  }
});

const account = '?platformId=COMMON_API&platformPartnerId=12345';
const gate = '&gate=BVldZyQt';
const queued = '{"messageId":"Dcshuhod0PMAAAFQ+/PbnR3x","resultCode":1005,"description":"Queued"}';

async function sender(
  listener: RequestListener,
  { query = `${account}${gate}`, from = '+4759440000', timeoutMs = 10_000 } = {},
) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  open.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  const url = `http://user:p%40ss@127.0.0.1:${port}/sms/send${query}`;
  return createSmsSender({ provider: 'link-mobility', url, from, timeoutMs });
}
const answering = (status: number, answer: string, options = {}) =>
  sender(async (request, response) => {
    const { authorization, 'content-type': type } = request.headers;
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    heard.push([`${request.method} ${request.url}`, authorization, type, body]);
    response.writeHead(status).end(answer);
  }, options);

const sms = {
  id: 'varde-sms-1',
  to: '+4790000001',
  text: 'Alarm hos Åse: https://varde.example/#/shared/x',
  reportUrl: 'https://varde.example/ajax/sms-reports/6f1b4a52-0e0a-4d0b-8f1f-0a4d1c2b3e4f',
};
const failure = (to: SmsSender): Promise<unknown> => to.send(sms).catch((error: unknown) => error);
async function expectLater(to: SmsSender): Promise<void> {
  const error = await failure(to);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(ProviderRefused);
  expect(error).not.toBeInstanceOf(ProviderUncertain);
}

describe('LINK Mobility', () => {
  test('gets JSON with sender, number, text, account, gate and the reference of reports, and names the SMS', async () => {
    expect(await (await answering(200, queued)).send(sms)).toBe('Dcshuhod0PMAAAFQ+/PbnR3x');
    const basic = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
    const body = {
      ...{ source: '+4759440000', sourceTON: 'MSISDN', destination: sms.to, destinationTON: 'MSISDN' },
      ...{ userData: sms.text, platformId: 'COMMON_API', platformPartnerId: '12345' },
      ...{ useDeliveryReport: true, deliveryReportGates: ['BVldZyQt'], ignoreResponse: false },
      refId: '6f1b4a52-0e0a-4d0b-8f1f-0a4d1c2b3e4f',
    };
    expect(heard).toEqual([['POST /sms/send', basic, 'application/json', body]]);
  });

  test.each([
    ['no gate is configured', { query: account }, sms.reportUrl],
    ['it could not reach Varde', {}, null],
  ])('is asked for no report where %s', async (_where, options, reportUrl) => {
    await (await answering(200, queued, options)).send({ ...sms, reportUrl });
    const [[, , , body]] = heard as [[string, string, string, object]];
    expect(body).toMatchObject({ useDeliveryReport: false });
    expect(body).not.toHaveProperty('refId');
    expect(body).not.toHaveProperty('deliveryReportGates');
    expect(body).not.toHaveProperty('gate');
  });

  test('gets a name as a name, and no character that it cannot carry', async () => {
    await (await answering(200, queued, { from: 'Varde' })).send({ ...sms, text: 'Åse 👵 – middag' });
    expect(heard).toEqual([
      expect.arrayContaining([
        expect.objectContaining({ source: 'Varde', sourceTON: 'ALPHANUMERIC', userData: 'Åse ? – middag' }),
      ]),
    ]);
  });

  test('gets a short number as one', async () => {
    await (await answering(200, queued, { from: '2333' })).send(sms);
    expect(heard[0]).toContainEqual(expect.objectContaining({ source: '2333', sourceTON: 'SHORTNUMBER' }));
  });

  test('may accept an SMS without naming it', async () => {
    expect(await (await answering(204, '')).send(sms)).toBeNull();
  });

  test.each([
    [400, 2106],
    [400, 2104],
    [200, 2105],
    [400, 4003],
  ])('status %i with code %i refuses this SMS for good, and says why', async (status, resultCode) => {
    const error = await failure(await answering(status, JSON.stringify({ resultCode, description: 'Number error' })));
    expect(error).toBeInstanceOf(ProviderRefused);
    expect(String(error)).toContain(`${resultCode} Number error`);
  });

  test.each<[string, number, string]>([
    ['a wrong password', 401, '{"resultCode":106100,"description":"Invalid authentication"}'],
    ['no access', 403, '{"resultCode":106101,"description":"Access denied"}'],
    ['a wrong account', 400, '{"resultCode":106201,"description":"Invalid platformPartnerId"}'],
    ['a wrong gate', 400, '{"resultCode":106301,"description":"Specified gate not available"}'],
    ['a bad request that says nothing more', 400, '<html>2106</html>'],
    ['too many requests', 429, ''],
    ['a fault of its own', 503, ''],
  ])('after %s the SMS is worth another attempt', async (_what, status, answer) => {
    await expectLater(await answering(status, answer));
  });

  test.each([
    '',
    '<html>',
    '{}',
    '{"messageId":"","resultCode":1005}',
    '{"messageId":"x"}',
    '{"messageId":"x","resultCode":1006}',
  ])('answer "%s" leaves in doubt whether it was sent', async (answer) => {
    expect(await failure(await answering(200, answer))).toBeInstanceOf(ProviderUncertain);
  });

  test('a provider that never answers, or stops in its answer, leaves in doubt whether it was sent', async () => {
    expect(await failure(await sender(() => undefined, { timeoutMs: 100 }))).toBeInstanceOf(ProviderUncertain);
    const stops = await sender((_request, response) => void response.write('{"messageId":'), {
      timeoutMs: 100,
    });
    expect(await failure(stops)).toBeInstanceOf(ProviderUncertain);
  });

  test('a provider that is not there has not sent the SMS', async () => {
    const to = await answering(200, queued);
    const server = open.pop();
    await new Promise((resolve) => server?.close(resolve));
    await expectLater(to);
  });
});

test('a report is final only where LINK Mobility knows whether the SMS arrived', () => {
  const outcomes = (codes: number[]) => [...new Set(codes.map(linkOutcome))];
  expect(outcomes([1001, 1007])).toEqual(['delivered']);
  expect(outcomes([0, 1, 2, 3, 6, 104, 1002, 1004, 1006, 1009, 2104, 2106, 2107, 2205, 4000])).toEqual(['failed']);
  expect(outcomes([4, 5, 1000, 1005, 1008, 1010, 1011, 1012, 9999, -1])).toEqual([null]);
});

describe('the configuration of LINK Mobility', () => {
  const environment = {
    VARDE_SMS_PROVIDER: 'link-mobility',
    VARDE_SMS_URL: `https://u:p@n-eu.linkmobility.io/sms/send${account}`,
    VARDE_SMS_FROM: '+4759440000',
  };

  test('has the numbers of the account in its address; a gate is not needed', () => {
    expect(parseConfig(environment)).toMatchObject({ smsProvider: 'link-mobility' });
  });

  test.each([
    ['VARDE_SMS_URL', 'https://u:p@n-eu.linkmobility.io/sms/send?platformId=A', 'platformPartnerId'],
    ['VARDE_SMS_URL', 'https://u:p@n-eu.linkmobility.io/sms/send?platformId=&platformPartnerId=1', 'platformId'],
  ])('%s=%s is refused', (name, value, named) => {
    const wrong = { ...environment, VARDE_PUBLIC_URL: 'https://varde.example', [name]: value };
    expect(() => parseConfig(wrong)).toThrow(named);
  });
});
