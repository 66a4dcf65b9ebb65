import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Alarm } from '@varde/contract/alarms';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { alarmRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { MuteToggle, SoundBlockedBar } from './sound-controls.tsx';
import { useAlarmSound } from './use-alarm-sound.ts';

const tones = vi.fn();
const node = () => ({
  connect: (next: unknown) => next,
  start: tones,
  stop: () => undefined,
  frequency: {},
  gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
});

/** Web Audio of a browser that makes no sound before somebody clicks, as all of them do by now. */
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

function Controls({ alarms }: { alarms: Alarm[] }) {
  const sound = useAlarmSound(alarms);
  return (
    <>
      <SoundBlockedBar sound={sound} />
      <MuteToggle sound={sound} />
    </>
  );
}

const warning = 'Nettleseren stopper alarmlyden.';

describe('the sound of alarms', () => {
  beforeEach(() => {
    tones.mockClear();
    localStorage.removeItem('varde-muted-1');
    vi.stubGlobal('AudioContext', SilentUntilAsked);
  });

  it('that the browser blocks is told of, before there is an alarm, until it is turned on', async () => {
    await renderPage(<Controls alarms={[]} />);
    expect(await screen.findByText(warning)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Slå på lyden' }));
    expect(screen.queryByText(warning)).toBeNull();
    expect(tones, 'nothing is wrong').not.toHaveBeenCalled();
  });

  it('begins with the first key or click of somebody who has not seen the warning', async () => {
    const alarms = [alarmRecord()];
    await renderPage(<Controls alarms={alarms} />);
    await screen.findByText(warning);
    expect(tones).not.toHaveBeenCalled();
    await userEvent.keyboard('x');
    expect(tones).toHaveBeenCalled();
    expect(screen.queryByText(warning)).toBeNull();
  });

  it('is turned off by its user, also for the next time, and then asks for nothing', async () => {
    const { unmount } = await renderPage(<Controls alarms={[]} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Alarmlyd', pressed: true }));
    expect(screen.queryByText(warning)).toBeNull();
    unmount();
    await renderPage(<Controls alarms={[alarmRecord()]} />);
    expect(await screen.findByRole('button', { name: 'Alarmlyd', pressed: false })).toBeDefined();
    await act(async () => userEvent.keyboard('x'));
    expect(tones).not.toHaveBeenCalled();
  });
});
