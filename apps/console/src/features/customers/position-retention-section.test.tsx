import { ModalsProvider } from '@mantine/modals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { PositionRetentionSection } from './position-retention-section.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const deletion = {
  day: '2026-11-28',
  firmName: 'Hjemmet',
  days: 30,
  before: 1_000_000,
  transactions: 1203,
  alarms: 2,
  devices: 1,
};
let stored: { custId: number; own: number | null; days: number | null; changeable: boolean; deletions: object[] };
const put = vi.fn<(body: { days: number | null }) => void>();
beforeEach(() => {
  stored = { custId: 7, own: null, days: 90, changeable: true, deletions: [deletion] };
  put.mockReset();
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    if (init?.method !== 'PUT') return Response.json(stored);
    const body = JSON.parse(String(init.body));
    put(body);
    return Response.json({ ...stored, own: body.days, days: body.days ?? 90 });
  });
});
const show = () =>
  renderPage(
    <>
      <ModalsProvider />
      <PositionRetentionSection custId={7} />
    </>,
  );
const field = () => screen.findByLabelText<HTMLInputElement>('Antall dager (7–365)');
const enter = async (value: string) => fireEvent.change(await field(), { target: { value } });
const save = () => screen.getByRole('button', { name: 'Lagre' });

it('says what is inherited and what was deleted', async () => {
  await show();
  expect((await field()).placeholder).toBe('Arvet: 90 dager');
  const [, row] = within(screen.getByRole('table', { name: 'Slettede posisjoner' })).getAllByRole('row');
  const cells = within(row ?? document.body).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['28.11.2026', 'Hjemmet', '30', '2', '1']),
  );
});

it('refuses what is not 7 to 365 days, and asks before positions are lost', async () => {
  await show();
  for (const wrong of ['6', '366']) {
    await enter(wrong);
    expect(screen.getByText('Skriv inn et tall fra 7 til 365, eller la feltet stå tomt.')).toBeDefined();
    expect(isOff(save())).toBe(true);
  }
  await enter('30');
  fireEvent.click(save());
  const question = await screen.findByRole('dialog', { name: 'Slett posisjoner som er eldre enn 30 dager?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Avbryt' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(put).not.toHaveBeenCalled();
  fireEvent.click(save());
  fireEvent.click(await screen.findByRole('button', { name: 'Lagre og slett' }));
  await waitFor(() => expect(put).toHaveBeenCalledWith({ days: 30 }));
});

it('asks nothing when positions are kept longer, and an empty field inherits what may be shorter, after a question', async () => {
  stored = { ...stored, own: 30, days: 30 };
  await show();
  await enter('120');
  fireEvent.click(save());
  await waitFor(() => expect(put).toHaveBeenLastCalledWith({ days: 120 }));
  await waitFor(() => expect(isOff(save())).toBe(true));
  await enter('');
  fireEvent.click(save());
  const question = await screen.findByRole('dialog', { name: 'Fjern kundens egen lagringstid?' });
  expect(put).toHaveBeenCalledTimes(1);
  fireEvent.click(within(question).getByRole('button', { name: 'Lagre' }));
  await waitFor(() => expect(put).toHaveBeenLastCalledWith({ days: null }));
});
