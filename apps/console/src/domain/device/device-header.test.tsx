import { cleanup, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { DeviceHeader } from './device-header.tsx';

const words = () => document.body.textContent ?? '';

describe('the header of a device', () => {
  it('has a status bar with the last contact to the minute, battery, signal and status [C2.65 D2.002 D2.004 D2.005]', async () => {
    const lastMsgIn = new Date(2026, 10, 20, 18, 49, 26).getTime();
    await renderPage(<DeviceHeader device={deviceDetail({ lastMsgIn, battery: 80, gsmStrength: 20 })} />);
    expect(screen.getByText('Siste kontakt').nextElementSibling?.textContent).toBe('20.11.2026 18:49');
    expect(words()).toContain('80\u202f%');
    expect(screen.getByRole('img', { name: 'Signal: 1 av 5' })).toBeDefined();
    const status = screen.getByText('Status').nextElementSibling;
    expect(status?.textContent).toBe('OK');
    expect(status?.querySelector('svg')).not.toBeNull();
    const header = screen.getByRole('heading', { level: 1 });
    expect(header.compareDocumentPosition(screen.getByText('Status'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('shows that a device was never in contact [D2.003]', async () => {
    await renderPage(<DeviceHeader device={deviceDetail({ lastMsgIn: null })} />);
    expect(words()).toContain('Har aldri oppnådd kontakt');
  });

  it('names the device with its serial number, which leads to the list, except for private users [C2.57 C2.59 C2.60]', async () => {
    const device = deviceDetail({ deviceSNNum: 'SO000001' });
    const { unmount } = await renderPage(<DeviceHeader device={device} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Rom 101 (SO000001)');
    expect(screen.getByRole('link', { name: 'SO000001' }).getAttribute('href')).toBe('/vardes/search=SO000001');
    unmount();
    await renderPage(<DeviceHeader device={device} />, sessionRecord({ abilities: ['private'] }));
    expect(words()).toContain('(SO000001)');
    expect(screen.queryByRole('link', { name: 'SO000001' })).toBeNull();
  });

  it('has the buttons that the server allows: map or log, and settings [C2.61 C2.63]', async () => {
    const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
    const first = await renderPage(<DeviceHeader device={deviceDetail()} />);
    expect(names()).toEqual(['SO000001', 'Kart', 'Innstillinger']);
    first.unmount();
    const second = await renderPage(<DeviceHeader device={deviceDetail({ abilities: [] })} />);
    expect(names()).toEqual(['SO000001']);
    second.unmount();
    await renderPage(<DeviceHeader device={deviceDetail({ dehaId: 13, abilities: ['map', 'transactions'] })} />);
    expect(names()).toEqual(['SO000001', 'Logg']);
  });

  it('keeps the place of the states of commands, so that nothing moves when one is sent', async () => {
    const row = () => screen.queryByRole('list', { name: 'Siste handlinger' });
    const { unmount } = await renderPage(<DeviceHeader device={deviceDetail({ actions: ['locate'] })} />);
    expect(row()?.childElementCount).toBe(0);
    unmount();
    await renderPage(<DeviceHeader device={deviceDetail({ actions: [] })} />);
    expect(row()).toBeNull();
  });

  it('has the notification list only where the server allows it [C2.62 C6.47]', async () => {
    const { unmount } = await renderPage(<DeviceHeader device={deviceDetail({ abilities: ['eventSetup'] })} />);
    const link = screen.getByRole('link', { name: 'Varslingsliste' });
    expect(link.getAttribute('href')).toBe('/event_setup/1');
    unmount();
    await renderPage(<DeviceHeader device={deviceDetail({ abilities: ['settings'] })} />);
    expect(screen.queryByRole('link', { name: 'Varslingsliste' })).toBeNull();
  });

  it.each([
    ['/event_setup/1', 'Varslingsliste'],
    ['/settings/1/34', 'Innstillinger'],
    ['/settings/1/34/general/alarm', 'Innstillinger'],
    ['/mapsingle/1', 'Kart'],
  ])('highlights the open area, whichever of its tabs is open: %s [C2.64]', async (address, area) => {
    const device = deviceDetail({ abilities: ['map', 'eventSetup', 'settings'] });
    await renderPage(<DeviceHeader device={device} />, sessionRecord(), address);
    const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current'));
    expect(current.map(({ textContent }) => textContent)).toEqual([area]);
  });
});

describe('the header of a tracker-only user', () => {
  beforeAll(() => withDevicePageTexts(async () => undefined));
  const session = sessionRecord({ abilities: ['trackerOnly'] });
  const fact = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

  it('has the way back to the list, name with serial number, last contact with the server and last valid position [D2.125 D2.126 D2.127 D2.128]', async () => {
    const lastMsgIn = new Date(2026, 10, 20, 18, 49, 26).getTime();
    const posTime = new Date(2026, 10, 19, 8, 5).getTime();
    await renderPage(<DeviceHeader device={deviceDetail({ lastMsgIn, posTime })} />, session);
    expect(screen.getByRole('link', { name: 'Til enhetslisten' }).getAttribute('href')).toBe('/vardes');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Rom 101 (SO000001)');
    expect(fact('Siste kontakt med server')).toBe('20.11.2026 18:49');
    expect(fact('Siste gyldige posisjon')).toBe('19.11.2026 08:05');
  });

  it('says so when there was no contact and no position', async () => {
    await renderPage(<DeviceHeader device={deviceDetail({ lastMsgIn: null, posTime: null })} />, session);
    expect(fact('Siste kontakt med server')).toBe('Har aldri oppnådd kontakt');
    expect(fact('Siste gyldige posisjon')).toBe('Ukjent');
    cleanup();
    await renderPage(<DeviceHeader device={deviceDetail({ posTime: null, disablePositioning: true })} />, session);
    expect(fact('Siste gyldige posisjon')).toBe('Posisjonering er slått av');
  });

  it('has nothing else: no status bar, no serial link, no settings; others have no such header', async () => {
    const { unmount } = await renderPage(<DeviceHeader device={deviceDetail()} />, session);
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(screen.queryByText('Status')).toBeNull();
    unmount();
    await renderPage(<DeviceHeader device={deviceDetail()} />);
    expect(screen.queryByText('Siste gyldige posisjon')).toBeNull();
  });
});
