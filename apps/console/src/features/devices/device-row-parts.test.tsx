import { cleanup, screen } from '@testing-library/react';
import { deviceActionsFor } from '@varde/catalogue/device-actions';
import { hardwareList } from '@varde/catalogue/hardware/index';
import type { ListedDevice } from '@varde/contract/devices';
import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#data/api/query-client.ts';
import { deviceQuery } from '#data/live/device-query.ts';
import { deviceDetail, deviceRow } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { columnsOf } from './chosen-columns.ts';
import { DeviceActions } from './device-actions.tsx';
import { drawnColumns } from './device-columns.tsx';
import { DeviceDetails } from './device-details.tsx';

const linkNames = () => screen.getAllByRole('link').map((link) => link.getAttribute('aria-label'));

const show = (fields: Partial<ListedDevice>) => {
  const device = deviceRow(fields);
  renderPart(<DeviceActions device={device} />);
};

/** An opened row after the answer with the device's details. */
const showDetails = (fields: Partial<ListedDevice>, place: string | null = null) => {
  const cache = createQueryClient();
  cache.setQueryDefaults(deviceQuery(1).queryKey, { staleTime: Number.POSITIVE_INFINITY });
  cache.setQueryData(deviceQuery(1).queryKey, deviceDetail({ place }));
  renderPart(<DeviceDetails device={deviceRow(fields)} />, cache);
};

describe('the actions of a device in the list', () => {
  it('include the settings, and no map before the first message [C2.29 C2.31]', () => {
    show({ lastMsgIn: null });
    expect(linkNames()).toEqual(['Innstillinger for Rom 101']);
    expect(screen.getByRole('link').getAttribute('href')).toBe('#/settings/1/34');
  });

  it.each(hardwareList.map(({ name, dehaId, capabilities: { findMe } }) => [name, findMe, dehaId] as const))(
    'include a find-me sound for a tracker where %s can make one, and not otherwise [C2.32]: %s',
    (_name, canSound, dehaId) => {
      const tracker = { context: 'PROFFWEB', isTrackerOnly: true, may: () => true } as const;
      show({ dehaId, actions: deviceActionsFor(tracker, dehaId) });
      const button = screen.queryByRole('button', { name: 'Finn enheten med lyd for Rom 101' });
      expect(button !== null).toBe(canSound);
    },
  );

  it('show the sound of a device with another icon than that of the alarms', () => {
    show({ actions: ['findMe'] });
    const button = screen.getByRole('button', { name: 'Finn enheten med lyd for Rom 101' });
    expect(button.querySelector('svg')).not.toBeNull();
    expect(button.querySelector('.tabler-icon-volume')).toBeNull();
  });

  it.each([
    ['after the first message', { lastMsgIn: 1000 }, 'Kart for Rom 101'],
    ['after a message from the beginning of time', { lastMsgIn: 0 }, 'Kart for Rom 101'],
    ['with the log instead for a device without a position', { lastMsgIn: 1000, dehaId: 13 }, 'Logg for Rom 101'],
  ])('include the map %s [C2.29]', (_, fields, name) => {
    show(fields);
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('#/mapsingle/1');
    expect(linkNames()).toEqual([name, 'Innstillinger for Rom 101']);
  });

  it('include the notification list of the device, to edit it, where the server allows it, and not otherwise [C2.30]', () => {
    show({ deviId: 7, abilities: ['settings', 'map', 'transactions'] });
    expect(linkNames()).toEqual(['Innstillinger for Rom 101']);
    cleanup();
    show({ deviId: 7, abilities: ['eventSetup'] });
    const link = screen.getByRole('link', { name: 'Varslingsliste for Rom 101' });
    expect(link.getAttribute('href')).toBe('#/event_setup/7');
    expect(linkNames()).toEqual(['Varslingsliste for Rom 101']);
  });

  it('include the start of tracking for a device that is connected and not tracked, where the server allows it [C2.34]', () => {
    const offers = (fields: Partial<ListedDevice>) => {
      show({ connected: true, actions: ['startTracking', 'stopTracking'], ...fields });
      const name = screen.queryByRole('button', { name: 'Start sporing for Rom 101' });
      cleanup();
      return name !== null;
    };
    expect(offers({})).toBe(true);
    expect(offers({ connected: false })).toBe(false);
    expect(offers({ trackingUntil: Date.now() + 60_000 })).toBe(false);
    expect(offers({ trackingUntil: Date.now() - 1 })).toBe(true);
    expect(offers({ actions: ['stopTracking'] })).toBe(false);
  });

  it('stand beside the status, name, serial number, battery, signal, tracking and last contact of that device [C2.26]', () => {
    const now = new Date(2026, 10, 20, 12, 0).getTime();
    vi.useFakeTimers({ now });
    const cells = (fields: Partial<ListedDevice>) => {
      const said = drawnColumns(i18next.t, { context: 'PROFFWEB' }, columnsOf()).map(({ key, cell }) => {
        const { container, unmount } = renderPart(<p>{cell(deviceRow(fields))}</p>);
        const words = container.querySelector('p');
        const text = words?.querySelector('[role=img]')?.getAttribute('aria-label') ?? words?.textContent;
        unmount();
        return [key, text?.replaceAll(/\s/g, ' ')];
      });
      return Object.fromEntries(said);
    };
    const sick = {
      ...{ deviceName: 'Astrid', deviceSNNum: 'SO000009', battery: 7, gsmStrength: 50, tracking: true },
      ...{ trackingUntil: now + 3_600_000, lastMsgIn: now - 120_000, status: 'battery' as const },
    };
    expect(cells(sick)).toMatchObject({
      ...{ status: 'Lavt batteri', name: 'Astrid', serial: 'SO000009', battery: '7 %' },
      ...{ signal: 'Signal: 3 av 5', tracking: 'til 13:00', lastContact: 'for 2 minutter siden' },
    });
    expect(cells({ gsmStrength: null, battery: 100 })).toMatchObject({
      ...{ status: 'OK', name: 'Rom 101', serial: 'SO000001', battery: '100 %', signal: '–', tracking: '–' },
    });
    vi.useRealTimers();
  });

  it('link the name to the map or log, and never before the first message [C2.29]', () => {
    const leadsTo = (fields: Partial<ListedDevice>) => {
      const name = drawnColumns(i18next.t, { context: 'PROFFWEB' }, columnsOf()).find(({ key }) => key === 'name');
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

  it('are only those that the server allows', () => {
    show({ lastMsgIn: 1000, abilities: ['map'] });
    expect(linkNames()).toEqual(['Kart for Rom 101']);
  });

  it('show whether a device is being tracked, and until when: not after that time [C4.10 D4.058]', () => {
    const now = new Date(2026, 10, 20, 12, 0).getTime();
    vi.useFakeTimers({ now });
    const shown = (fields: Partial<ListedDevice>) => {
      const column = drawnColumns(i18next.t, { context: 'PROFFWEB' }, columnsOf()).find(
        ({ key }) => key === 'tracking',
      );
      const { container, unmount } = renderPart(<p>{column?.cell(deviceRow(fields))}</p>);
      const text = container.querySelector('p')?.textContent;
      unmount();
      return text;
    };
    const tracked = (trackingUntil: number) => shown({ tracking: true, trackingUntil });
    expect(tracked(now + 60 * 60_000)).toBe('til 13:00');
    expect(tracked(now + 1)).toBe('til 12:00');
    expect(tracked(now)).toBe('–');
    expect(shown({})).toBe('–');
    expect(shown({ tracking: false, trackingUntil: now + 60_000 })).toBe('–');
    vi.useRealTimers();
  });

  it('show the place in the opened row, read from the device itself', () => {
    showDetails({}, 'Stua');
    expect(screen.getByText('Stua')).toBeDefined();
  });

  it.each([
    [1, 'Trigger One'],
    [2, 'App'],
    [3, 'Track One'],
    [4, 'Trigger Two'],
    [5, 'Trigger Three'],
    [7, 'Analog Turbo'],
    [8, 'Track Three'],
    [11, 'Watch One'],
    [13, 'Home'],
    [14, 'Watch Two'],
    [15, 'Trigger Four'],
    [16, 'Trigger Five'],
    [17, 'Watch Three'],
    [20, 'Help'],
    [21, 'Trigger Three E'],
    [22, 'Home DT35'],
    [23, 'Trigger Two 4G'],
    [24, 'Watch Four'],
    [25, 'Track Two'],
    [26, 'Home Max'],
    [28, 'GTX Sole'],
    [29, 'Watch Five'],
    [30, 'Watch Six'],
    [31, 'Track Four'],
    [32, 'Home STCB1'],
    [33, 'Home STCB3'],
    [34, 'Watch Seven'],
    [44, 'Eliza'],
    [45, 'Watch Two 4G'],
    [99, 'Ukjent'],
  ])('name hardware %i: %s [C3.08 C3.09 C3.10 C3.11 C3.12]', (dehaId, name) => {
    showDetails({ dehaId });
    expect(screen.getByText('Type').nextElementSibling?.textContent).toBe(name);
  });

  it('call the device without the spaces of its number [C5.05]', () => {
    showDetails({ formattedPhoneNumE164: '+47 900 00 001' });
    expect(screen.getByRole('link', { name: '+47 900 00 001' }).getAttribute('href')).toBe('tel:+4790000001');
  });
});

describe('a pair of twins', () => {
  const twinDevice = {
    ...{ deviId: 2, dehaId: 34, deviceName: 'Klokke', deviceSNNum: 'SO000002', lastMsgIn: null, battery: 40 },
    ...{ charging: false, status: 'offline' as const, escalated: false, rev: 9 },
  };
  const showName = (fields: Partial<ListedDevice>) => {
    const name = drawnColumns(i18next.t, { context: 'PROFFWEB' }, columnsOf()).find(({ key }) => key === 'name');
    return renderPart(name?.cell(deviceRow(fields)));
  };

  it('[C2.55 C3.06 C7.20] is shown by the master’s name with a suffix, and the clone’s number, status and battery', () => {
    const { unmount } = showName({ twin: 'MASTER', twinDevice });
    expect(screen.getByText('Rom 101 (med tvilling)')).toBeDefined();
    expect(screen.getByText('SO000002').closest('span')?.textContent).toMatch(/^SO000002 · Frakoblet · 40/);
    unmount();
    showName({ twinDevice: null });
    expect(screen.getByText('Rom 101')).toBeDefined();
  });

  it('shows the clone in the opened row', () => {
    showDetails({ twin: 'MASTER', twinDevice });
    expect(screen.getByText('Tvilling')).toBeDefined();
    expect(screen.getByText('SO000002').closest('dd')?.textContent).toContain('SO000002 · Frakoblet');
  });

  it('links to the page of the clone: its map after its first message, its settings before', () => {
    const leadsTo = (lastMsgIn: number | null, fields: Partial<ListedDevice> = {}) => {
      const { unmount } = showName({ twin: 'MASTER', twinDevice: { ...twinDevice, lastMsgIn }, ...fields });
      const path = screen.queryByRole('link', { name: 'SO000002' })?.getAttribute('href');
      unmount();
      return path;
    };
    expect(leadsTo(null)).toBe('#/settings/2/34');
    expect(leadsTo(1000)).toBe('#/mapsingle/2');
    expect(leadsTo(1000, { abilities: [] })).toBeUndefined();
  });
});
