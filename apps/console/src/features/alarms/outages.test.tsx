import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OutageOfCustomer } from '@varde/contract/outages';
import { routes } from '@varde/contract/routes';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryKey } from '#data/api/query-options.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Outages } from './outages.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

let outages: OutageOfCustomer[];
let fails: boolean;
beforeEach(() => {
  outages = [];
  fails = false;
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes(routes.listOutages.path)) return new Promise(() => undefined);
    return fails ? new Response('', { status: 500 }) : Response.json({ outages });
  });
  return () => vi.unstubAllGlobals();
});

const outage = (fields: Partial<OutageOfCustomer> = {}): OutageOfCustomer => ({
  ...{ kind: 'powerFailure', custId: 5, custName: 'Solvik kommune', count: 2000 },
  ...{ since: Date.now() - 60_000, latest: Date.now() },
  ...fields,
});
const section = () => screen.getByRole('region', { name: 'Felles driftsfeil' });
const plain = () => section().textContent?.replaceAll(/\s/g, ' ');
const line = () => within(section()).getByRole('button');

describe('the outages above the alarms', () => {
  it('take no place when there is none', async () => {
    const { cache } = await renderPage(<Outages />);
    await waitFor(() => expect(cache.getQueryData(queryKey('listOutages', {}))).toEqual({ outages: [] }));
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('say so when they cannot be shown', async () => {
    fails = true;
    await renderPage(<Outages />);
    expect(await screen.findByText(/kan ikke vises/)).toBeDefined();
  });

  it('are one line with kind, number, customer and time, and open to the devices', async () => {
    outages = [outage()];
    await renderPage(<Outages />);
    await waitFor(() => expect(plain()).toMatch(/^Strømbrudd · 2 000 enheterSolvik kommune · siden kl\./));
    expect(line().getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(line());
    const link = within(section()).getByRole('link', { name: 'Vis enhetene: Strømbrudd, Solvik kommune' });
    expect(link.getAttribute('href')).toMatch(/vardes\?custId=5&status=powerFailure$/);
  });

  it('are still one line when there are several, with the sum of their devices', async () => {
    outages = [outage(), outage({ kind: 'offline', count: 30 })];
    await renderPage(<Outages />);
    await waitFor(() => expect(plain()).toMatch(/^2 driftsfeil · 2 030 enheter/));
    await userEvent.click(line());
    expect(within(section()).getAllByRole('listitem')).toHaveLength(2);
  });

  it('keep the focus when the outage under it ends', async () => {
    outages = [outage()];
    const { cache } = await renderPage(<Outages />);
    await screen.findByRole('region');
    line().focus();
    await act(async () => cache.setQueryData(queryKey('listOutages', {}), { outages: [] }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(document.activeElement).not.toBe(document.body);
  });
});
