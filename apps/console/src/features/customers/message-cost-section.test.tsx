import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MessageCost } from '@varde/contract/message-costs';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { MessageCostSection } from './message-cost-section.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

let answer: () => Response;
let asked: string[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answer();
  });
});

const sms: MessageCost = {
  ...{ month: '2026-11', channel: 'sms', provider: '46elks', messages: 1200, failed: 3 },
  ...{ parts: 1, seconds: 0, price: null },
};
const call: MessageCost = { ...sms, channel: 'call', messages: 2, parts: 0, seconds: 3725, price: 34_567 };
const rows = async () => {
  const [, ...body] = within(await screen.findByRole('table')).getAllByRole('row');
  return body.map((row) => [...row.children].map(({ textContent }) => (textContent ?? '').replaceAll(/\s/g, ' ')));
};

it('shows SMS with their parts, and calls with their length and price, by month', async () => {
  answer = () => Response.json({ costs: [sms, { ...sms, month: '2026-10', parts: 1500 }, call] });
  await renderPage(<MessageCostSection custId={7} />);
  expect(await rows()).toEqual([
    ['nov. 2026', 'SMS', '46elks', '1 200', '3', '1 SMS-del', ''],
    ['okt. 2026', 'SMS', '46elks', '1 200', '3', '1 500 SMS-deler', ''],
    ['nov. 2026', 'Anrop', '46elks', '2', '3', '62 min 5 s', '3,46'],
  ]);
  const url = new URL(asked[0] ?? '', 'http://varde.example');
  expect(url.pathname).toBe('/ajax/customers/7/message_costs');
  expect(url.searchParams.get('timeZone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

it('saves the whole table for a spreadsheet: plain numbers, parts and seconds apart, and the price to the last digit', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  answer = () => Response.json({ costs: [{ ...sms, parts: 1500, price: 12_345_678 }, call] });
  await renderPage(<MessageCostSection custId={7} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Eksporter CSV' }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  const text = new TextDecoder('utf-16le').decode(await saved[0]?.arrayBuffer());
  expect(text.split('\r\n').slice(1, -1)).toEqual([
    'Måned;Kanal;Leverandør;Antall;Kom ikke fram;SMS-deler;Samtaletid (s);Pris',
    '2026-11;SMS;46elks;1200;3;1500;;1234,5678',
    '2026-11;Anrop;46elks;2;3;;3725;3,4567',
  ]);
});

it('says so where nothing was sent', async () => {
  answer = () => Response.json({ costs: [] });
  await renderPage(<MessageCostSection custId={7} />);
  expect(await screen.findByText('Ingen SMS eller anrop ennå.')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

it('is nothing for those who may not see it, and offers another try after a fault', async () => {
  const problem = (code: string, status: number) =>
    new Response(JSON.stringify({ code }), {
      status,
      headers: { 'content-type': 'application/problem+json' },
    });
  const refused = vi.fn(() => problem('notAllowed', 403));
  answer = refused;
  const { unmount } = await renderPage(<MessageCostSection custId={7} />);
  await vi.waitFor(() => expect(refused).toHaveBeenCalled());
  await vi.waitFor(() => expect(screen.queryByText('SMS og anrop')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  unmount();
  answer = () => problem('validationFailed', 400);
  await renderPage(<MessageCostSection custId={8} />);
  expect(await screen.findByRole('button', { name: /Prøv/ })).toBeDefined();
});
