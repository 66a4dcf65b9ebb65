import { screen } from '@testing-library/react';
import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '#kit/api/query-client.ts';
import { deviceQuery } from '#kit/live/device-query.ts';
import { deviceDetail, deviceRow } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { DeviceActions } from './device-actions.tsx';
import { deviceColumns } from './device-columns.tsx';
import { DeviceDetails } from './device-details.tsx';

const linkNames = () => screen.getAllByRole('link').map((link) => link.getAttribute('aria-label'));

const show = (fields: Partial<ListedDevice>) => {
  const device = deviceRow(fields);
  renderPart(<DeviceActions device={device} />);
};

/** An opened row of a device whose own answer has come. */
const showDetails = (fields: Partial<ListedDevice>, place: string | null = null) => {
  const cache = createQueryClient();
  cache.setQueryDefaults(deviceQuery(1).queryKey, { staleTime: Number.POSITIVE_INFINITY });
  cache.setQueryData(deviceQuery(1).queryKey, deviceDetail({ place }));
  renderPart(<DeviceDetails device={deviceRow(fields)} />, cache);
};

describe('what can be done with a device from the list', () => {
  it('has no map before the device has been heard [C2.29]', () => {
    show({ lastMsgIn: null });
    expect(linkNames()).toEqual(['Innstillinger for Rom 101']);
  });

  it('has the map after the first message, and the log where there is no position', () => {
    show({ lastMsgIn: 1000 });
    show({ lastMsgIn: 1000, dehaId: 13 });
    expect(linkNames().filter((name) => !name?.startsWith('Inn'))).toEqual([
      'Kart for Rom 101',
      'Logg for Rom 101',
    ]);
  });

  it('leads from the name to the map or log, and before the first message never there [C2.29]', () => {
    const leadsTo = (fields: Partial<ListedDevice>) => {
      const name = deviceColumns(i18next.t, { context: 'PROFFWEB' }).find(({ key }) => key === 'name');
      const { unmount } = renderPart(name?.cell(deviceRow(fields)));
      const path = screen.getByText('Rom 101').getAttribute('href');
      unmount();
      return path;
    };
    expect(leadsTo({ lastMsgIn: 1000 })).toBe('#/mapsingle/1');
    expect(leadsTo({ lastMsgIn: 1000, dehaId: 13 })).toBe('#/mapsingle/1');
    expect(leadsTo({ lastMsgIn: null })).toBe('#/settings/1/34');
    expect(leadsTo({ lastMsgIn: null, abilities: ['map', 'transactions'] })).toBeNull();
    expect(leadsTo({ lastMsgIn: 1000, abilities: [] })).toBeNull();
  });

  it('is only what the server allows', () => {
    show({ lastMsgIn: 1000, abilities: ['map'] });
    expect(linkNames()).toEqual(['Kart for Rom 101']);
  });

  it('tells where the device is when the row is opened, from the device itself', () => {
    showDetails({}, 'Stua');
    expect(screen.getByText('Stua')).toBeDefined();
  });

  it('calls the device without the spaces of its number', () => {
    showDetails({ formattedPhoneNumE164: '+47 900 00 001' });
    expect(screen.getByRole('link', { name: '+47 900 00 001' }).getAttribute('href')).toBe('tel:+4790000001');
  });
});
