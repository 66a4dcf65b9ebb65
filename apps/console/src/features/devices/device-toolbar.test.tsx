import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { DeviceToolbar } from './device-toolbar.tsx';

const show = async (session = sessionRecord()) => {
  const onFilter = vi.fn();
  await renderPage(
    <DeviceToolbar
      filter={{ search: 'rom' }}
      onFilter={onFilter}
      onClear={vi.fn()}
      count={null}
      selecting={false}
      onSelecting={vi.fn()}
    />,
    session,
  );
  return { onFilter, status: screen.getByLabelText('Status') };
};

it('offers the statuses that a row can have, most urgent first', async () => {
  const { status } = await show();
  const values = within(status)
    .getAllByRole('option')
    .map((option) => option.getAttribute('value'));
  expect(values).toEqual([
    '',
    'lastMessageOnly',
    'fire',
    'manDown',
    'epilepsy',
    'alarm',
    'wanderer',
    'geofence',
    'selfCheck',
    'outOfBed',
    'fridge',
    'inBed',
    'outOfBattery',
    'offline',
    'tcpDisabled',
    'outdatedPosition',
    'battery',
    'powerFailure',
    'inactive',
    'general',
    'neverUsed',
    'clear',
  ]);
});

it('filters by the chosen status together with the search, and removes the status filter again', async () => {
  const { onFilter, status } = await show();
  await userEvent.selectOptions(status, 'battery');
  expect(onFilter).toHaveBeenLastCalledWith({ search: 'rom', status: 'battery' });
  await userEvent.selectOptions(status, '');
  expect(onFilter).toHaveBeenLastCalledWith({ search: 'rom', status: undefined });
});

it('searches by the typed text, with the label Søk... [C2.44 C9.20]', async () => {
  const { onFilter } = await show();
  const search = screen.getByPlaceholderText<HTMLInputElement>('Søk...');
  await userEvent.type(search, ' 101');
  await userEvent.tab();
  expect(onFilter).toHaveBeenLastCalledWith({ search: 'rom 101' });
});

it('sorts by default, name, last contact in both directions and latest note [C2.45 C2.49]', async () => {
  const { onFilter } = await show();
  const sort = screen.getByLabelText('Rekkefølge');
  const words = within(sort)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(words).toEqual([
    'Viktigst først',
    'Navn',
    'Siste kontakt: nyeste først',
    'Siste kontakt: eldste først',
    'Siste notat først',
  ]);
  for (const [choice, order] of [
    ['Navn', 'name'],
    ['Siste kontakt: nyeste først', 'lastContactDescending'],
    ['Siste kontakt: eldste først', 'lastContactAscending'],
    ['Siste notat først', 'notesAddedDescending'],
    ['Viktigst først', 'default'],
  ] as const) {
    await userEvent.selectOptions(sort, choice);
    expect(onFilter).toHaveBeenLastCalledWith({ search: 'rom', sort: order });
  }
});

it('offers selection and export to all but tracker-only users, who may not export', async () => {
  await show();
  expect(screen.getByRole('button', { name: 'Velg og eksporter' })).toBeDefined();
  cleanup();
  await show(sessionRecord({ abilities: ['trackerOnly'] }));
  expect(screen.getByRole('searchbox')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Velg og eksporter' })).toBeNull();
});
