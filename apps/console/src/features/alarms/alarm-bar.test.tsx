import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Alarm } from '@varde/contract/alarms';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { alarmRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { AlarmBar } from './alarm-bar.tsx';
import { AlarmRegion } from './alarm-region.tsx';
import { useAlarmPanel } from './use-alarm-panel.ts';

const kari = { userId: 1, name: 'Kari Nes' };
const ola = { userId: 2, name: 'Ola' };

let setAlarms: (alarms: Alarm[]) => void;
let goTo: (path: string) => void;

/** The bar and its rows, as the shell has them. */
function Page({ first, at, ofDevice }: { first: Alarm[]; at: string; ofDevice: number | null }) {
  const [alarms, set] = useState(first);
  const [path, setPath] = useState(at);
  setAlarms = (next) => act(() => set(next));
  goTo = (next) => act(() => setPath(next));
  const panel = useAlarmPanel(path, alarms);
  return (
    <>
      <AlarmBar alarms={alarms} panel={panel} ofDevice={ofDevice} />
      {panel?.isOpen && (
        <AlarmRegion alarms={alarms} ofDevice={ofDevice} {...(panel.inPage ? {} : { onClose: panel.toggle })} />
      )}
    </>
  );
}
const show = (alarms: Alarm[], at = '/profile', ofDevice: number | null = null) =>
  renderPage(<Page first={alarms} at={at} ofDevice={ofDevice} />);
const five = () => Array.from({ length: 5 }, (_, index) => alarmRecord({ alarmId: index + 1 }));
const toggle = () => screen.getByRole('button', { name: /aktive? alarm/ });
const rows = () => screen.queryAllByRole('listitem').map(({ ariaLabel }) => ariaLabel);

describe('the bar of the alarms', () => {
  it('says how many there are, how many nobody has taken, and which one waits most', async () => {
    await show([...five(), alarmRecord({ alarmId: 6, metyId: 3, deviceName: 'Rom 7' })]);
    expect(screen.getByText('6 aktive alarmer')).toBeDefined();
    expect(screen.getByText('6 er ikke tatt')).toBeDefined();
    expect(screen.getByText('Fall: Rom 7')).toBeDefined();
  });

  it('is there without alarms, and opens nothing', async () => {
    await show([]);
    expect(screen.getByText('Ingen aktive alarmer')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('has the alarm of the open device, which its user takes again after a further signal', async () => {
    const again = alarmRecord({ state: 'open', claimedBy: kari, abilities: ['claim'] });
    await show([again], '/profile', again.deviId);
    expect(screen.getByRole('button', { name: 'Ta alarmen igjen' })).toBeDefined();
    setAlarms([{ ...again, claimedBy: null }]);
    expect(screen.getByRole('button', { name: 'Ta alarmen' })).toBeDefined();
  });

  it('does not count an alarm that is handed over as taken until it is confirmed', async () => {
    const handed = alarmRecord({ state: 'claimed', claimedBy: ola, handedOverBy: kari, abilities: [] });
    const own = alarmRecord({ alarmId: 2, state: 'claimed', claimedBy: kari });
    await show([handed, own]);
    expect(screen.getByText('1 er ikke tatt')).toBeDefined();
    setAlarms([{ ...handed, handedOverBy: null }, own]);
    expect(screen.getByText('alle er tatt')).toBeDefined();
  });

  it('flashes once more with a new alarm or a further signal, and not with a claim', async () => {
    const [first, ...rest] = five();
    if (!first) throw new Error('five alarms');
    const { container } = await show([first, ...rest]);
    const flash = () => container.querySelector('[class*=flash]');
    const seen = [flash()];
    const changes: [Alarm, boolean][] = [
      [{ ...first, state: 'claimed', claimedBy: ola }, false],
      [{ ...first, signalCount: 2 }, true],
      [{ ...first, signalCount: 3 }, true],
    ];
    for (const [change, again] of changes) {
      setAlarms([change, ...rest]);
      expect(flash() !== seen.at(-1)).toBe(again);
      seen.push(flash());
    }
  });
});

describe('on most pages', () => {
  it('the rows open over the page when the user asks for them, and close with Escape, beside them, and on another page', async () => {
    await show(five());
    expect(rows()).toEqual([]);
    await userEvent.click(toggle());
    expect(rows()).toHaveLength(5);
    await userEvent.keyboard('{Escape}');
    expect(rows()).toEqual([]);
    await userEvent.click(toggle());
    await userEvent.click(screen.getByRole('button', { name: 'Skjul' }));
    expect(rows()).toEqual([]);
    await userEvent.click(toggle());
    goTo('/settings/7');
    expect(rows()).toEqual([]);
  });

  it('no new alarm opens them, and the next one after the last has gone does not either', async () => {
    await show(five());
    setAlarms([...five(), alarmRecord({ alarmId: 6 })]);
    expect(rows()).toEqual([]);
    await userEvent.click(toggle());
    await userEvent.unhover(screen.getByRole('region'));
    setAlarms([]);
    await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    setAlarms(five());
    expect(rows()).toEqual([]);
  });
});

describe('on the device list', () => {
  it('the rows are there until they are folded, and unfold with a new alarm, a further signal or a claim that is released', async () => {
    const claimed = { ...alarmRecord({ alarmId: 1 }), state: 'claimed' as const, claimedBy: ola };
    await show([claimed], '/vardes');
    const changes: Alarm[][] = [
      [claimed, alarmRecord({ alarmId: 2 })],
      [claimed, alarmRecord({ alarmId: 2, signalCount: 2 })],
      [alarmRecord({ alarmId: 1 }), alarmRecord({ alarmId: 2, signalCount: 2 })],
    ];
    for (const change of changes) {
      expect(rows()).not.toEqual([]);
      await userEvent.click(toggle());
      expect(rows()).toEqual([]);
      setAlarms(change);
      expect(rows()).toHaveLength(2);
    }
  });

  it('they stay folded when alarms are claimed and reset, and while the user searches', async () => {
    const [first, second, ...rest] = five();
    if (!first || !second) throw new Error('five alarms');
    await show([first, second, ...rest], '/vardes');
    await userEvent.click(toggle());
    setAlarms([{ ...first, state: 'claimed', claimedBy: ola }, { ...second, state: 'reset' }, ...rest]);
    goTo('/vardes/search=rom');
    expect(rows()).toEqual([]);
    expect(screen.getByText('4 aktive alarmer')).toBeDefined();
  });
});

describe('on the page of a device', () => {
  const alarms = [
    alarmRecord({ alarmId: 1, deviId: 8, deviceName: 'Annen', receivedAt: 1 }),
    alarmRecord({ alarmId: 2, deviId: 7, deviceName: 'Egen', receivedAt: 2 }),
  ];

  it('the bar has its own alarm, which can be taken there, and its row is the first', async () => {
    const posted: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      posted.push(url);
      return new Promise(() => undefined);
    });
    await show(alarms, '/mapsingle/7', 7);
    await userEvent.click(screen.getByRole('button', { name: 'Ta alarmen' }));
    expect(posted).toEqual(['/ajax/alarms/2/claim']);
    await userEvent.click(toggle());
    expect(rows()).toEqual(['Alarm: Egen', 'Alarm: Annen']);
  });

  it('says who has taken it, and offers the reset to them alone', async () => {
    const taken = { ...alarms[1], state: 'claimed', claimedBy: ola, abilities: ['reset'] } as Alarm;
    await show([taken], '/mapsingle/7', 7);
    expect(screen.getByText(/Tatt av Ola/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Tilbakestill' })).toBeNull();
    setAlarms([{ ...taken, claimedBy: kari }]);
    expect(screen.getByText(/Du har tatt alarmen/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Tilbakestill' })).toBeDefined();
  });

  it('has nothing of the alarms of others but their number', async () => {
    await show(alarms.slice(0, 1), '/mapsingle/7', 7);
    expect(within(toggle()).getByText('1 aktiv alarm')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Ta alarmen' })).toBeNull();
  });
});
