import { screen } from '@testing-library/react';
import type { DeviceDetail } from '@varde/contract/devices';
import { describe, expect, it } from 'vitest';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { DeviceStatusBar } from './device-status-bar.tsx';

const show = (fields: Partial<DeviceDetail>) =>
  renderPage(<DeviceStatusBar device={deviceDetail({ lastMsgIn: 1000, gsmStrength: 80, ...fields })} />);
const badges = () => [...document.querySelectorAll('ul li')].map((badge) => badge.getAttribute('title'));

describe('the status bar', () => {
  it('shows all present events as badges, most urgent first [D2.006]', async () => {
    await show({ status: 'alarm', alarmWarning: true, batteryWarning: true, geofenceWarning: true });
    expect(badges()).toEqual(['Alarm', 'Geofence', 'Lavt batteri']);
    expect(screen.getByRole('img', { name: 'Lavt batteri' })).toBeDefined();
    expect(screen.queryByText('Ingen hendelser')).toBeNull();
  });

  it('repeats no event as a technical warning, and warns of no battery that charges [D2.006]', async () => {
    await show({
      status: 'powerFailure',
      powerFailure: true,
      generalWarning: true,
      batteryWarning: true,
      charging: true,
    });
    expect(badges()).toEqual(['Strømbrudd']);
  });

  it('hides the failed self-check while TCP is disabled, and shows it otherwise [D2.007]', async () => {
    const { unmount } = await show({ selfCheckWarning: true, tcpStatusDisabledWarning: true });
    expect(badges()).toEqual(['Bare SMS']);
    unmount();
    await show({ selfCheckWarning: true });
    expect(badges()).toEqual(['Egentest feilet']);
  });

  it('hides the empty battery while a self-check has failed, even if that one is hidden, and shows it otherwise [D2.008]', async () => {
    const first = await show({ selfCheckWarning: true, outOfBatteryWarning: true });
    expect(badges()).toEqual(['Egentest feilet']);
    first.unmount();
    const failed = { selfCheckWarning: true, tcpStatusDisabledWarning: true };
    const second = await show({ ...failed, outOfBatteryWarning: true });
    expect(badges()).toEqual(['Bare SMS']);
    second.unmount();
    await show({ tcpStatusDisabledWarning: true, outOfBatteryWarning: true });
    expect(badges()).toEqual(['Tomt batteri', 'Bare SMS']);
  });

  it('shows that there are no events when none is present [D2.009]', async () => {
    await show({});
    expect(badges()).toEqual([]);
    expect(screen.getByText('Ingen hendelser')).toBeDefined();
  });

  it.each([
    [null, 'Aldri testet', true],
    [Date.now() - 31 * 24 * 3_600_000 - 60_000, /^\d\d\.\d\d\.\d{4}, må testes$/, true],
    [Date.now() - 31 * 24 * 3_600_000 + 60_000, /^\d\d\.\d\d\.\d{4}$/, false],
  ])('shows the day of the last test, red when it is more than 31 days ago: %s', async (lastTestAt, words, red) => {
    await show({ lastTestAt });
    expect(screen.getByText(words).className !== '').toBe(red);
  });

  it('warns when alarms reach nobody, with a link to the notification list, in the place of an OK, and only then', async () => {
    for (const status of ['clear', 'battery'] as const) {
      const { unmount } = await show({ deviId: 7, status, reachesNobody: true });
      const link = screen.getByRole('link', { name: 'Ingen blir varslet' });
      expect(link.getAttribute('href')).toBe('/event_setup/7');
      expect(screen.queryByText('OK')).toBeNull();
      expect(screen.queryByText('Lavt batteri') === null).toBe(status === 'clear');
      unmount();
    }
    for (const reachesNobody of [false, null]) {
      const shown = await show({ reachesNobody });
      expect(screen.queryByText('Varsling')).toBeNull();
      shown.unmount();
    }
  });

  it('shows the signal in five high bars, coloured by its strength in the scale of the hardware [C9.07 C9.08]', async () => {
    await show({ dehaId: 34, gsmStrength: 50 });
    const icon = screen.getByRole('img', { name: 'Signal: 3 av 5' });
    expect(icon.querySelectorAll('rect')).toHaveLength(5);
    expect(icon.getAttribute('style')).toContain('hsl(60 ');
  });

  it('shows that there is no signal when the device reported none, and shows bars otherwise [D2.010]', async () => {
    const { unmount } = await show({ gsmStrength: null });
    expect(screen.getByText('Ingen signal')).toBeDefined();
    unmount();
    await show({ gsmStrength: 0 });
    expect(screen.queryByText('Ingen signal')).toBeNull();
    expect(screen.getByRole('img', { name: /^Signal/ })).toBeDefined();
  });

  it('shows that the device was never in contact, and not after its first message [D2.011]', async () => {
    const { unmount } = await show({ lastMsgIn: null });
    expect(screen.getByText('Denne enheten har aldri hatt kontakt')).toBeDefined();
    unmount();
    await show({ lastMsgIn: 1 });
    expect(screen.queryByText('Denne enheten har aldri hatt kontakt')).toBeNull();
  });
});
