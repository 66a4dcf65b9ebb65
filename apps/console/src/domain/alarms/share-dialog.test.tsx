import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#data/api/query-client.ts';
import { sessionQuery } from '#data/session.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { sessionRecord } from '../../testing/render-page.tsx';
import { renderPart } from '../../testing/render-part.tsx';
import { ShareButton } from './share-button.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
const answerWith = (results: unknown[], servers = { mailServer: true, smsGateway: true }) =>
  fetched.mockImplementation(async () => Response.json({ results, ...servers }));
const sentBodies = () => fetched.mock.calls.map(([url, { body }]) => [url, body]);

async function openWith(text: string) {
  const cache = createQueryClient();
  cache.setQueryData(sessionQuery.queryKey, sessionRecord());
  renderPart(
    <ModalsProvider>
      <ShareButton alarm={{ alarmId: 7, deviId: 3 }} name="Astrid Lie" />
    </ModalsProvider>,
    cache,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Del' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Del alarmen: Astrid Lie' }));
  const field = dialog.getByRole('textbox', { name: 'E-postadresser og mobilnumre' });
  if (text !== '') await userEvent.type(field, text);
  await userEvent.click(dialog.getByRole('button', { name: 'Del' }));
  return { dialog, field };
}

it('[C5.03] sends the text of the recipients as it was typed, and the server decides on it', async () => {
  answerWith([]);
  const { dialog } = await openWith('  tull,, 12 @ ');
  expect(await dialog.findByText('Teksten har ingen mottakere.')).toBeDefined();
  expect(sentBodies()).toEqual([
    ['/ajax/alarms/7/share', JSON.stringify({ deviceId: 3, recipients: '  tull,, 12 @ ' })],
  ]);
});

it('an empty text is sent as well, and the refusal is shown at the field', async () => {
  const errors = [{ path: 'recipients', message: 'too small' }];
  fetched.mockImplementation(async () => Response.json({ code: 'validationFailed', errors }, { status: 400 }));
  const { dialog, field } = await openWith('');
  expect(await dialog.findByText('Skriv inn minst én mottaker, og høyst 2000 tegn.')).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(sentBodies()).toHaveLength(1);
});

it('shows the result of each recipient, and keeps the text of those who got nothing', async () => {
  answerWith([
    { recipient: 'kari@test.example', outcome: 'mailQueued' },
    { recipient: 'tull', outcome: 'notUnderstood' },
    { recipient: 'kari@test.example', outcome: 'duplicate' },
    { recipient: '+4791234567', outcome: 'tooMany' },
  ]);
  const { dialog, field } = await openWith('kari@test.example,tull');
  const rows = within(await dialog.findByRole('list', { name: 'Mottakere' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'kari@test.exampleE-posten er på vei',
    'tullIkke en e-postadresse eller et mobilnummer',
    'kari@test.exampleStår flere ganger',
    '+4791234567Ikke sendt, for mange mottakere',
  ]);
  expect((field as HTMLTextAreaElement).value).toBe('tull, +4791234567');
});

it.each([
  [true, true, []],
  [false, true, [/^Varde har ingen e-postserver/]],
  [true, false, [/^Varde kan ikke sende SMS/]],
])('says what waits for a server that is not set up: mail %s, SMS %s', async (mailServer, smsGateway, said) => {
  const results = [
    { recipient: 'kari@test.example', outcome: 'mailQueued' },
    { recipient: '+4791234567', outcome: 'smsQueued' },
  ];
  answerWith(results, { mailServer, smsGateway });
  const { dialog } = await openWith('x');
  expect(await dialog.findByRole('list', { name: 'Mottakere' })).toBeDefined();
  for (const text of said) expect(dialog.getByText(text)).toBeDefined();
  expect(dialog.queryAllByText(/^Varde (har ingen|kan ikke)/)).toHaveLength(said.length);
  expect(dialog.queryByRole('textbox')).toBeNull();
  const [close] = dialog.getAllByRole('button', { name: 'Lukk' }).slice(-1);
  await userEvent.click(close as HTMLElement);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('an alarm that was reset meanwhile is not shared, and the dialog says so', async () => {
  fetched.mockImplementation(async () => Response.json({ code: 'alreadyReset', errors: [] }, { status: 409 }));
  const { dialog, field } = await openWith('kari@test.example');
  expect((await dialog.findByRole('alert')).textContent).toMatch(/tilbakestilt/);
  expect((field as HTMLTextAreaElement).value).toBe('kari@test.example');
});
