import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { DeviceListPage } from './device-list-page.tsx';

beforeEach(() => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ devices: [], total: 0, totalIsLowerBound: false, nextCursor: null, rev: 1 }),
  );
});

describe('a device list in which nothing is found', () => {
  it('offers to clear search and filters, and keeps the order [C2.50]', async () => {
    const onFilter = vi.fn();
    await renderPage(
      <DeviceListPage filter={{ search: 'rom', status: 'battery', sort: 'name' }} onFilter={onFilter} />,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Vis alle' }));
    expect(onFilter).toHaveBeenCalledExactlyOnceWith({ sort: 'name' });
  });

  it('has nothing to clear when nothing is filtered', async () => {
    await renderPage(<DeviceListPage filter={{ sort: 'name' }} onFilter={vi.fn()} />);
    expect(await screen.findByText('Ingen enheter ennå')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Vis alle' })).toBeNull();
  });
});
