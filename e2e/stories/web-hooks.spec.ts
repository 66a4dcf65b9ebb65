import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { webHookBodySchema } from '@varde/contract/web-hooks';
import { expect, expectAccessible, test } from '../fixtures/story.ts';

// The receiver of this story is on this machine, over http.
test.use({ environment: { VARDE_WEB_HOOKS_INSIDE: 'true' } });

/** Of a home of Solvik kommune. */
const isPendant = ({ protocol }: { protocol: string }) => protocol === 'eview';

interface Receiver {
  server: Server;
  url: string;
  status: number;
  heard: { path: string | undefined; body: string; timestamp: string; signature: string }[];
}

async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { 'varde-timestamp': timestamp, 'varde-signature': signature } = request.headers;
    receiver.heard.push({
      ...{ path: request.url, body },
      ...{ timestamp: String(timestamp), signature: String(signature) },
    });
    response.writeHead(receiver.status).end();
  }).listen(0, '127.0.0.1');
  const receiver: Receiver = { server, url: '', status: 200, heard: [] };
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  receiver.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/varde`;
  return receiver;
}

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => {
  receiver.server.closeAllConnections();
  receiver.server.close();
});

test('an administrator adds a web hook, tests it, and it hears of an SOS; what it refused is sent again', async ({
  story,
}) => {
  const device = await story.device(isPendant);
  const page = await story.open('SUPERFIRM', '/admin/customers');
  await page
    .getByRole('button', { name: /^Solvik kommune/ })
    .first()
    .click();
  const section = page.getByRole('region', { name: 'Varsling til andre systemer' });
  await expect(section.getByText('Ingen andre systemer varsles.')).toBeVisible();
  await section.getByRole('button', { name: 'Ny systemkobling' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ny systemkobling' });
  await dialog.getByLabel('Adresse').fill(receiver.url);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Legg til' }).click();
  const shown = page.getByRole('dialog', { name: 'Hemmelig nøkkel' });
  const secret = await shown.getByLabel('Hemmelig nøkkel').inputValue();
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'Lukk' }).last().click();

  const hook = section.getByRole('article', { name: receiver.url });
  await expect(hook.getByText('Ingenting er sendt ennå.')).toBeVisible();
  await hook.getByRole('button', { name: /^Send test/ }).click();
  await expect(hook.getByText('Alt er levert.')).toBeVisible({ timeout: 20_000 });
  const [first] = receiver.heard;
  expect(webHookBodySchema.parse(JSON.parse(first?.body ?? ''))).toMatchObject({
    event: 'test',
    alarm: null,
  });
  const signed = createHmac('sha256', secret).update(`${first?.timestamp}.${first?.body}`).digest('hex');
  expect(first?.signature).toBe(`v1=${signed}`);

  receiver.status = 503;
  device.wire.pressSos();
  await expect.poll(() => receiver.heard.length, { timeout: 20_000 }).toBeGreaterThan(1);
  await page.reload();
  await expect(hook.getByText('1 hendelse venter.')).toBeVisible();
  await expect(hook.getByText(/Venter · \d+ forsøk · svar 503/)).toBeVisible();
  await expectAccessible(page);
  receiver.status = 200;
  await hook.getByRole('button', { name: /^Send på nytt: Alarm utløst/ }).click();
  await expect(hook.getByText('Alt er levert.')).toBeVisible({ timeout: 20_000 });
  const last = webHookBodySchema.parse(JSON.parse(receiver.heard.at(-1)?.body ?? ''));
  expect(last.event).toBe('alarmRaised');

  const moved = section.getByRole('article', { name: `${receiver.url}/flyttet` });
  await hook.getByRole('button', { name: /^Endre/ }).click();
  const change = page.getByRole('dialog', { name: 'Endre systemkobling' });
  await change.getByLabel('Adresse').fill(`${receiver.url}/flyttet`);
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Lagre', exact: true }).click();
  await moved.getByRole('button', { name: /^Send test/ }).click();
  await expect.poll(() => receiver.heard.at(-1)?.path, { timeout: 20_000 }).toBe('/varde/flyttet');

  await moved.getByRole('button', { name: /^Fjern/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fjern', exact: true }).click();
  await expect(section.getByText('Ingen andre systemer varsles.')).toBeVisible();
});
