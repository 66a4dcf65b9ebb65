import { ModalsProvider } from '@mantine/modals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Alarm } from '@varde/contract/alarms';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endMutes, mutedUntil, setMuted } from '#data/mute.ts';
import { useSession } from '#data/session.ts';
import { alarmRecord } from '../../testing/records.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { playAlarmSound } from './play-alarm-sound.ts';
import { SoundControl } from './sound-control.tsx';
import { SoundContext, useAlarmSound } from './use-alarm-sound.ts';

const tones = vi.fn();
const stopped = vi.fn();
const node = () => ({
  connect: (next: unknown) => next,
  start: tones,
  stop: (when?: number) => when === undefined && stopped(),
  frequency: {},
  gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
});

/** Web Audio of a browser that is silent until a user gesture, as all browsers now are. */
class SilentUntilAsked {
  state = 'suspended';
  currentTime = 0;
  onstatechange: (() => void) | null = null;
  createOscillator = node;
  createGain = node;
  resume = async () => {
    this.state = 'running';
    this.onstatechange?.();
  };
  close = async () => undefined;
}

class Allowed extends SilentUntilAsked {
  override state = 'running';
}

let setAlarms: (alarms: Alarm[]) => void;
/** The sound of a page with these alarms, as long as it is open. */
function Controls({ alarms }: { alarms: Alarm[] }) {
  const { userId } = useSession();
  const [player] = useState(() =>
    playAlarmSound(userId, (onAlarms) => {
      setAlarms = (next) => act(() => onAlarms(next));
      onAlarms(alarms);
      return () => undefined;
    }),
  );
  useEffect(() => player.stop, [player]);
  return (
    <ModalsProvider>
      <SoundContext value={player}>
        <Control />
      </SoundContext>
    </ModalsProvider>
  );
}
const Control = () => <SoundControl sound={useAlarmSound()} />;

const warning = 'Nettleseren blokkerer alarmlyden. Du hører ikke nye alarmer.';
const toggle = (pressed: boolean) => screen.findByRole('button', { name: 'Alarmlyd', pressed });
const hours = 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 10, 20, 22, 15) });
  tones.mockClear();
  stopped.mockClear();
  endMutes();
  vi.stubGlobal('AudioContext', Allowed);
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Turns the sound off while an alarm waits, which is asked once more. */
async function muteWaiting(): Promise<void> {
  await userEvent.click(await toggle(true));
  const dialog = await screen.findByRole('dialog', { name: 'Slå av alarmlyden?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Slå av lyden' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}
/** The number of tones that begin within half a minute. */
async function tonesFromNow(): Promise<number> {
  tones.mockClear();
  await pass(30_000);
  return tones.mock.calls.length;
}

describe('a sound that the browser blocks', () => {
  beforeEach(() => vi.stubGlobal('AudioContext', SilentUntilAsked));

  it('is reported before there is an alarm, until it is turned on', async () => {
    await renderPage(<Controls alarms={[]} />);
    expect(await screen.findByText(warning)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Slå på lyden' }));
    expect(screen.queryByText(warning)).toBeNull();
    expect(tones, 'nothing is wrong').not.toHaveBeenCalled();
  });

  it.each(['pointerdown', 'pointerup', 'keydown'])(
    'starts with the first %s that the browser accepts',
    async (gesture) => {
      await renderPage(<Controls alarms={[alarmRecord()]} />);
      await screen.findByText(warning);
      expect(await tonesFromNow()).toBe(0);
      act(() => void window.dispatchEvent(new Event(gesture)));
      expect(await tonesFromNow()).toBeGreaterThan(0);
      expect(screen.queryByText(warning)).toBeNull();
    },
  );
});

describe('the sound of an alarm', () => {
  it('repeats until somebody claims the alarm, and is silent at once and permanently from then on', async () => {
    const alarm = alarmRecord();
    await renderPage(<Controls alarms={[alarm]} />);
    expect(await tonesFromNow()).toBeGreaterThan(8);
    expect(stopped).not.toHaveBeenCalled();
    setAlarms([{ ...alarm, state: 'claimed', claimedBy: { userId: 2, name: 'Ola' } }]);
    await pass(0);
    expect(stopped, 'the tone in the air stops').toHaveBeenCalled();
    expect(await tonesFromNow()).toBe(0);
  });

  it('stops when the page is left', async () => {
    const { unmount } = await renderPage(<Controls alarms={[alarmRecord()]} />);
    await pass(1);
    unmount();
    expect(await tonesFromNow()).toBe(0);
  });

  it('can be stopped on the own screen by users who may not claim, until there is another alarm', async () => {
    const seen = alarmRecord({ abilities: [] });
    await renderPage(<Controls alarms={[seen]} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Stans lyden her' }));
    expect(await tonesFromNow()).toBe(0);
    expect(screen.queryByRole('button', { name: 'Stans lyden her' })).toBeNull();
    setAlarms([seen, alarmRecord({ alarmId: 2, abilities: [] })]);
    expect(await tonesFromNow()).toBeGreaterThan(0);
  });

  it('is stopped by claiming, and by nothing else, for users who may claim', async () => {
    await renderPage(<Controls alarms={[alarmRecord()]} />);
    await toggle(true);
    expect(screen.queryByRole('button', { name: 'Stans lyden her' })).toBeNull();
  });
});

describe('a sound that is turned off', () => {
  it('stays off after a reload, shows until when, and does not ask the browser for sound', async () => {
    vi.stubGlobal('AudioContext', SilentUntilAsked);
    const { unmount } = await renderPage(<Controls alarms={[]} />);
    await userEvent.click(await toggle(true));
    expect(screen.queryByText(warning)).toBeNull();
    unmount();
    await renderPage(<Controls alarms={[]} />);
    expect(await toggle(false)).toBeDefined();
    expect(screen.getByText('Alarmlyden er av i denne nettleseren til 21.11.2026 kl. 06:15')).toBeDefined();
  });

  it('shows how many alarms wait meanwhile, and offers to turn it on', async () => {
    await renderPage(<Controls alarms={[]} />);
    await userEvent.click(await toggle(true));
    const alarms = [1, 2, 3, 4].map((alarmId) => alarmRecord({ alarmId }));
    setAlarms([...alarms, alarmRecord({ alarmId: 5, state: 'claimed' })]);
    expect(await screen.findByText('Alarmlyden er av til 21.11.2026 kl. 06:15 – 4 alarmer venter')).toBeDefined();
    expect(await tonesFromNow()).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Slå på lyden' }));
    expect(await tonesFromNow()).toBeGreaterThan(0);
  });

  it('while alarms wait is asked about once more, with the time of its end, and sounds on without an answer', async () => {
    await renderPage(<Controls alarms={[alarmRecord({ alarmId: 1 }), alarmRecord({ alarmId: 2 })]} />);
    expect((await toggle(true)).title).toBe('Alarmlyden er på. Trykk for å slå den av til 21.11.2026 kl. 06:15.');
    await userEvent.click(await toggle(true));
    const dialog = await screen.findByRole('dialog', { name: 'Slå av alarmlyden?' });
    expect(dialog.textContent).toContain('2 alarmer venter på at noen tar dem. Lyden er av');
    expect(dialog.textContent).toContain('til 21.11.2026 kl. 06:15');
    expect(await tonesFromNow()).toBeGreaterThan(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await toggle(true)).toBeDefined();
    expect(await tonesFromNow()).toBeGreaterThan(0);
    await muteWaiting();
    expect(await tonesFromNow()).toBe(0);
  });

  it('is on again after eight hours, while the page is open', async () => {
    await renderPage(<Controls alarms={[alarmRecord()]} />);
    await muteWaiting();
    await pass(8 * hours - 60_000);
    expect(await toggle(false)).toBeDefined();
    expect(await tonesFromNow()).toBe(0);
    await pass(60_000);
    expect(await toggle(true)).toBeDefined();
    expect(await tonesFromNow()).toBeGreaterThan(0);
  });

  it('is not prolonged by a clock that is set back', async () => {
    await renderPage(<Controls alarms={[]} />);
    await userEvent.click(await toggle(true));
    vi.setSystemTime(Date.now() - 1000);
    const { unmount } = await renderPage(<Controls alarms={[]} />);
    expect(await screen.findAllByRole('button', { name: 'Alarmlyd', pressed: true })).not.toEqual([]);
    unmount();
  });

  it('is muted for one user only: another one in the same browser hears it', async () => {
    const { unmount } = await renderPage(<Controls alarms={[alarmRecord()]} />);
    await muteWaiting();
    unmount();
    for (const userId of [2, 11]) {
      const other = await renderPage(<Controls alarms={[alarmRecord()]} />, sessionRecord({ userId }));
      expect(await toggle(true)).toBeDefined();
      expect(await tonesFromNow()).toBeGreaterThan(0);
      await muteWaiting();
      await userEvent.click(await toggle(false));
      other.unmount();
    }
    await renderPage(<Controls alarms={[]} />);
    expect(await toggle(false), 'what others do leaves it as it is').toBeDefined();
  });

  it('that one user turns on stays off for another, even one whose number has the same first digits', () => {
    const until = Date.now() + hours;
    for (const userId of [1, 11]) setMuted(userId, until);
    setMuted(1, null);
    expect([mutedUntil(1, Date.now()), mutedUntil(11, Date.now())]).toEqual([null, until]);
  });

  it('is off in every tab of the browser, and ends with the session', async () => {
    await renderPage(<Controls alarms={[]} />);
    await toggle(true);
    localStorage.setItem('varde-muted-1', String(Date.now() + hours));
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    expect(await toggle(false)).toBeDefined();
    endMutes();
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    expect(await toggle(true)).toBeDefined();
  });
});
