import { act, fireEvent, render, screen } from '@testing-library/react';
import type { SharedAlarm } from '@varde/contract/sharing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { translatePage } from '../../testing/translate-page.ts';
import { SharedScreen } from './shared-screen.tsx';
import { pollEveryMs } from './use-shared-alarm.ts';

const place = {
  posLati: 59.912731,
  posLong: 10.7,
  posTime: 1000,
  posType: 1,
  posAccuracy: 5,
  place: 'Stue',
  address: null,
};
const check = { lastMsgIn: 1000, battery: 20, charging: false, low: true, offline: true, bars: null };
const receipt = { name: 'Kari Vakt', answer: null, takenBy: null, pin: null };
const alarm: SharedAlarm = {
  timeZone: 'Europe/Oslo',
  ...{ kind: 'panicButton', name: 'Astrid Lie', state: 'open', happenedAt: 1000, lastSignalAt: 1000 },
  ...{ signalCount: 1, place, receipt, reach: { told: 1, reached: 0, furthest: 'queued' }, goesOn: true },
  kin: { check, position: place, image: 7 },
};
let shown: SharedAlarm | null = alarm;
let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => Response.json({ alarm: shown }));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('the page of a next of kin that is translated shows what changes, and takes the answer', async () => {
  render(<SharedScreen language="nb" hash="#/shared/abc-DEF" onSession={vi.fn()} />);
  await pass(0);
  stop = translatePage();
  const later = { ...place, place: 'Torget', posTime: 100_000 };
  shown = {
    ...{
      ...alarm,
      name: 'SN1',
      signalCount: 3,
      place: later,
      reach: { told: 2, reached: 1, furthest: 'sent' },
    },
    kin: {
      ...alarm.kin,
      check: { ...check, low: false, offline: false, battery: 80, charging: true },
      position: null,
    },
  };
  await pass(pollEveryMs);
  const page = () => document.body.textContent ?? '';
  expect(page()).toMatch(/Alarmknapp: SN1/);
  expect(page()).toMatch(/Én annen er nådd\./);
  expect(page()).toMatch(/Utløst 3 ganger/);
  expect(page()).toMatch(/StedTorget/);
  expect(page()).toMatch(/80\s%, lader/);
  expect(page()).not.toMatch(/Lavt batteri|Frakoblet|Stue/);
  shown = { ...alarm, state: 'claimed', receipt: { ...receipt, answer: 'taken' } };
  fireEvent.click(screen.getByRole('button', { name: 'Jeg tar den' }));
  await pass(0);
  expect(screen.getByRole('status').textContent).toMatch(/^Du har tatt alarmen/);
  shown = null;
  await pass(pollEveryMs);
  expect(screen.getByRole('status').textContent).toMatch(/^Alarmen er over/);
});
