import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hardwareList } from '@varde/catalogue/hardware/index';
import type { Partner, PartnerPrices } from '@varde/contract/partners';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { PartnersPage } from './partners-page.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const partner: Partner = {
  ...{ custId: 9, firmName: 'Solvik alarmsentral', orgNumber: '974760673' },
  ...{ customerCount: 12, deviceCount: 1240, abilities: ['prices'] },
};
const other: Partner = { ...partner, custId: 10, firmName: 'Trygg sentral' };
const priceList: PartnerPrices = {
  ...{ custId: 9, firmName: 'Solvik alarmsentral', currency: 'NOK', mayEdit: true },
  prices: [
    { dehaId: 0, service: 'alarmReception', amount: 14_900 },
    { dehaId: -1, service: 'rent', amount: 19_950 },
    { dehaId: 34, service: 'rent', amount: 22_900 },
    { dehaId: 34, service: 'purchase', amount: 0 },
    { dehaId: 34, service: 'alarmReception', amount: 99_900 },
  ],
};

let partners: Partner[];
let prices: PartnerPrices;
let sent: [string, unknown][];
let saving: () => Response;
beforeEach(() => {
  partners = [partner, other];
  prices = priceList;
  sent = [];
  saving = () => Response.json({ ...prices, prices: [{ dehaId: 23, service: 'rent', amount: 17_950 }] });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(url.endsWith('/prices') ? prices : { partners, nextCursor: null });
    sent.push([url, JSON.parse(String(body))]);
    return saving();
  });
});

function Page({ first = null }: { first?: number | null }) {
  const [chosen, setChosen] = useState(first);
  return (
    <ModalsProvider>
      <PartnersPage custId={chosen} onChoose={setChosen} />
    </ModalsProvider>
  );
}
const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ').replaceAll('−', '-');
const table = async () => {
  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  return rows.map((row) => [...row.children].map(({ textContent }) => plain(textContent)));
};

it('lists the partners, and shows what is below the one that is chosen and where its devices are', async () => {
  await renderPage(<Page />);
  expect(await screen.findByText('Velg en partner')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /^Solvik alarmsentral/ }));
  const panel = await screen.findByRole('region', { name: 'Solvik alarmsentral' });
  expect(plain(panel.textContent)).toContain('Organisasjonsnummer: 974760673');
  expect(plain(panel.textContent)).toContain('Kunder: 12 · Enheter: 1 240');
  expect(within(panel).getByRole('link', { name: 'Vis enhetene' }).getAttribute('href')).toContain('custId=9');
});

it('[C6.41] shows its prices by type and service: of all types, the default, and types with prices of their own', async () => {
  await renderPage(<Page first={9} />);
  expect(await table()).toEqual([
    ['Type', 'Kjøp', 'Leie per måned', 'Abonnement per måned', 'Alarmmottak per måned', 'Montering', ''],
    ['Alle typer', '', '', '', '149,00 kr', '', 'Endre'],
    ['Standard', '', '199,50 kr', '', 'Som alle typer', '', 'Endre'],
    ['Watch Seven', '0,00 kr', '229,00 kr', '', 'Som alle typer', '', 'Endre'],
  ]);
});

it('shows no prices without the right to see them, and offers no change without the right to that', async () => {
  partners = [{ ...partner, abilities: [] }];
  const { unmount } = await renderPage(<Page first={9} />);
  await screen.findByRole('heading', { name: 'Solvik alarmsentral' });
  expect(screen.queryByRole('heading', { name: 'Priser' })).toBeNull();
  unmount();
  partners = [partner];
  prices = { ...priceList, mayEdit: false };
  await renderPage(<Page first={9} />);
  await table();
  expect(screen.queryByRole('button', { name: /Endre priser|Legg til pris/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Eksporter CSV' })).toBeDefined();
});

it('changes the prices of a row: what was typed, in hundredths, and nothing that was not touched', async () => {
  await renderPage(<Page first={9} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Endre priser for Watch Seven' }));
  const dialog = await screen.findByRole('dialog');
  const field = (label: string) => within(dialog).getByLabelText<HTMLInputElement>(label);
  expect(plain(field('Leie per måned').value)).toBe('229 NOK');
  await userEvent.clear(field('Leie per måned'));
  await userEvent.type(field('Abonnement per måned'), '129,50');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Lagre' }));
  expect(sent).toEqual([['/ajax/partners/9/prices/34', { amounts: { rent: null, subscription: 12_950 } }]]);
  expect(await table()).toContainEqual(['Trigger Two 4G', '', '179,50 kr', '', '', '', 'Endre']);
});

it('adds a type that has no price of its own, and keeps what was typed where the server refuses it', async () => {
  saving = () =>
    Response.json(
      { code: 'validationFailed', errors: [{ path: 'amounts.purchase', message: 'too_big' }] },
      { status: 400 },
    );
  await renderPage(<Page first={9} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Legg til pris for en type' }));
  const dialog = await screen.findByRole('dialog');
  expect(isOff(within(dialog).getByRole('button', { name: 'Lagre' }))).toBe(true);
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Type enhet' }));
  expect(screen.queryByRole('option', { name: 'Watch Seven' })).toBeNull();
  await userEvent.click(await screen.findByRole('option', { name: 'Trigger Two 4G' }));
  await userEvent.type(within(dialog).getByLabelText('Kjøp'), '2490');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Lagre' }));
  expect(await within(dialog).findByText(/Skriv inn et beløp/)).toBeDefined();
  expect(plain(within(dialog).getByLabelText<HTMLInputElement>('Kjøp').value)).toBe('2490 NOK');
  expect(sent).toEqual([['/ajax/partners/9/prices/23', { amounts: { purchase: 249_000 } }]]);
});

it('exports the prices in effect of every type, as plain numbers', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await renderPage(<Page first={9} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Eksporter CSV' }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  const text = new TextDecoder('utf-16le').decode(await saved[0]?.arrayBuffer());
  const [header, ...rows] = text.split('\r\n').slice(1, -1);
  expect(header).toBe(
    'Type;Kjøp (NOK);Leie per måned (NOK);Abonnement per måned (NOK);Alarmmottak per måned (NOK);Montering (NOK)',
  );
  expect(rows).toHaveLength(hardwareList.length);
  expect(rows).toContain('Watch Seven;0,00;229,00;;149,00;');
  expect(rows).toContain('Trigger Two 4G;;199,50;;149,00;');
});

it('says that a partner of the address is gone, and that there is none', async () => {
  const { unmount } = await renderPage(<Page first={77} />);
  expect(await screen.findByText('Partneren finnes ikke')).toBeDefined();
  unmount();
  partners = [];
  await renderPage(<Page />);
  expect(await screen.findByText('Ingen partnere')).toBeDefined();
});
