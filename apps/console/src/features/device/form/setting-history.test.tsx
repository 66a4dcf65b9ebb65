import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { settingsFor } from '@varde/catalogue/settings/settings-for';
import type { ChangedSettings } from '@varde/contract/settings';
import { beforeAll, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { HistoryButton } from './setting-history.tsx';

const watch = hardwareById(29);
const definitions = watch ? settingsFor(watch, null) : [];
const at = Date.UTC(2026, 2, 1, 12);
const confirmed = { state: 'confirmed', reason: null, sentAt: at + 60_000, endedAt: at + 120_000 } as const;
const entries: ChangedSettings[] = [
  {
    ...{ auditId: 9, at, by: 'Ola Berg', program: null, kept: false },
    changes: [
      { key: 'trackingInterval', from: 300, to: 600, delivery: confirmed },
      { key: 'phoneNoWhiteList1', from: null, to: '112', delivery: null },
    ],
  },
  {
    ...{ auditId: 8, at: at - 60_000, by: null, program: 'Vaktplan', kept: true },
    changes: [{ key: 'trackingInterval', from: 60, to: 300, delivery: null }],
  },
];

beforeAll(() => withDevicePageTexts(async () => undefined));

it('tells who changed a setting, from which value to which, and when it was sent and confirmed; page by page, and of one setting', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://varde.example');
    asked.push(searchParams.toString());
    const isLast = searchParams.has('cursor');
    return Response.json({
      entries: entries.slice(isLast ? 1 : 0, isLast ? 2 : 1),
      nextCursor: isLast ? null : 'next',
    });
  });
  await renderPage(
    <ModalsProvider>
      <HistoryButton deviId={1} definitions={definitions} />
    </ModalsProvider>,
  );
  expect(asked, 'nothing before it is opened').toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Historikk' }));
  const list = await screen.findByRole('list', { name: 'Historikk for innstillinger' });
  expect(list.textContent).toContain('Ola Berg 01.03.2026 12:00:00');
  expect(list.textContent).toMatch(
    /Sporingsintervall: fra 5 minutter til 10 minutterSendt 01\.03\.2026 12:01:00Bekreftet/,
  );
  expect(list.querySelector(`time[datetime="${new Date(confirmed.endedAt).toISOString()}"]`)).not.toBeNull();
  expect(list.textContent).toContain('Telefonnummer 1: fra ingen verdi til 112');
  await userEvent.click(screen.getByRole('button', { name: 'Vis flere' }));
  const kept = await screen.findByText('Beholdt verdien i enheten. Ingenting ble sendt.');
  expect(kept.closest('li')?.textContent).toMatch(/^Slettet bruker med Vaktplan.*fra 1 minutt til 5 minutter$/);
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.selectOptions(dialog.getByLabelText('Innstilling'), 'trackingInterval');
  await vi.waitFor(() => expect(asked).toEqual(['limit=50', 'limit=50&cursor=next', 'key=trackingInterval&limit=50']));
});
