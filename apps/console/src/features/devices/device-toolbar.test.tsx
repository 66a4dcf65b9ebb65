import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { DeviceToolbar } from './device-toolbar.tsx';

const show = () => {
  const onFilter = vi.fn();
  renderPart(
    <DeviceToolbar
      filter={{ search: 'rom' }}
      onFilter={onFilter}
      count={null}
      selecting={false}
      onSelecting={vi.fn()}
    />,
  );
  return { onFilter, status: screen.getByLabelText('Status') };
};

it('offers the statuses that a row can have, most urgent first', () => {
  const { status } = show();
  const values = within(status)
    .getAllByRole('option')
    .map((option) => option.getAttribute('value'));
  expect(values).toEqual([
    '',
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
    'general',
    'clear',
  ]);
});

it('filters by the chosen status together with the search, and removes the status filter again', async () => {
  const { onFilter, status } = show();
  await userEvent.selectOptions(status, 'battery');
  expect(onFilter).toHaveBeenLastCalledWith({ search: 'rom', status: 'battery' });
  await userEvent.selectOptions(status, '');
  expect(onFilter).toHaveBeenLastCalledWith({ search: 'rom', status: undefined });
});

it('searches by the typed text, with the label Søk... [C2.44 C9.20]', async () => {
  const { onFilter } = show();
  const search = screen.getByPlaceholderText<HTMLInputElement>('Søk...');
  await userEvent.type(search, ' 101');
  await userEvent.tab();
  expect(onFilter).toHaveBeenLastCalledWith({ search: 'rom 101' });
});

it('sorts by default, name, last contact in both directions and latest note [C2.45 C2.49]', async () => {
  const { onFilter } = show();
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
