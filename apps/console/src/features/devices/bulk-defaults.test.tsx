import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '@varde/contract/routes';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { deviceRow } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { BulkDefaults } from './bulk-defaults.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const devices = [1, 2, 3, 4].map((deviId) =>
  deviceRow({ deviId, deviceName: `Enhet ${deviId}`, abilities: deviId === 4 ? [] : ['settings'] }),
);
/** Settings that the defaults would change, by device: as the server counts them now. */
let changes: Map<number, number>;
let asked: number[][];
let applied: number[];
beforeEach(() => {
  changes = new Map([
    [1, 2],
    [2, 1],
    [3, 0],
  ]);
  asked = [];
  applied = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url.startsWith(routes.previewDefaultSettings.path)) {
      const { deviIds } = JSON.parse(String(body));
      asked.push(deviIds);
      return Response.json({
        devices: deviIds.map((deviId: number) => ({ deviId, changes: changes.get(deviId) ?? 0 })),
      });
    }
    const deviId = Number(url.split('/')[3]);
    applied.push(deviId);
    const count = changes.get(deviId) ?? 0;
    changes.set(deviId, 0);
    return Response.json({ changes: count });
  });
});
const show = (shown = devices) => renderPage(<BulkDefaults devices={shown} onRunning={vi.fn()} onDone={vi.fn()} />);
const lines = () =>
  within(screen.getByRole('list', { name: 'Enheter' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('default settings for many devices', () => {
  it('are previewed with the number of changes on each, and nothing is done before a press', async () => {
    await show();
    expect(await screen.findByText('2 enheter får standardinnstillingene til kunden sin')).toBeDefined();
    expect(asked).toEqual([[1, 2, 3]]);
    expect(lines()).toEqual([
      expect.stringContaining('2 innstillinger endres'),
      expect.stringContaining('1 innstilling endres'),
    ]);
    expect(screen.getByText(/^2 .*de avviker ikke fra standarden/)).toBeDefined();
    expect(applied).toEqual([]);
  });

  it('go to the devices that they change, one after the other, and the result of each stays on the screen', async () => {
    await show();
    changes.set(2, 0); // meanwhile somebody else has set it
    await userEvent.click(await screen.findByRole('button', { name: 'Endre 2 enheter' }));
    expect(await screen.findByRole('button', { name: 'Lukk' })).toBeDefined();
    expect(applied).toEqual([1, 2]);
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1)); // asked again, as everything on the page
    expect(lines()).toEqual([
      expect.stringContaining('Fikk standardinnstillinger'),
      expect.stringContaining('Hadde dem fra før'),
    ]);
  });

  it('that change nothing offer no press', async () => {
    changes.clear();
    await show();
    const button = await screen.findByRole('button', { name: 'Endre 0 enheter' });
    expect(isOff(button)).toBe(true);
  });

  it('are previewed in parts of two hundred devices', async () => {
    const many = Array.from({ length: 201 }, (_, i) =>
      deviceRow({ deviId: i + 1, deviceName: `E${i}`, abilities: ['settings'] }),
    );
    await show(many);
    await vi.waitFor(() => expect(asked.map((part) => part.length)).toEqual([200, 1]));
  });
});
