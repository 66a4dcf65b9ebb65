import { ModalsProvider } from '@mantine/modals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Alarm } from '@varde/contract/alarms';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { useAlarms } from '#domain/alarms/use-alarms.ts';
import { AlarmBar } from '#features/alarms/alarm-bar.tsx';
import { AlarmRegion } from '#features/alarms/alarm-region.tsx';
import { AlarmsPage } from '#features/alarms/alarms-page.tsx';
import { useAlarmPanel } from '#features/alarms/use-alarm-panel.ts';
import { alarmRecord } from '../testing/records.ts';
import { renderPage } from '../testing/render-page.tsx';
import { useShortcuts } from './use-shortcuts.tsx';

const posted: string[] = [];
beforeEach(() => {
  posted.length = 0;
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method !== 'GET') posted.push(url);
    return new Promise(() => undefined);
  });
});

function Page({ path }: { path: string }) {
  useShortcuts();
  const alarms = useAlarms();
  const panel = useAlarmPanel(path, alarms);
  return (
    <ModalsProvider>
      <input aria-label="field" />
      <AlarmBar alarms={alarms} panel={panel} ofDevice={null} />
      {panel?.isOpen && <AlarmRegion alarms={alarms} />}
      {path === '/alarms' && <AlarmsPage />}
    </ModalsProvider>
  );
}
const minor = alarmRecord({ alarmId: 1, deviId: 1, deviceName: 'A', receivedAt: 1 });
const fall = alarmRecord({ alarmId: 2, deviId: 2, deviceName: 'B', metyId: 3, receivedAt: 2 });
const mine = alarmRecord({
  ...{ alarmId: 3, deviId: 3, deviceName: 'C', state: 'claimed', claimedBy: { userId: 1, name: 'Kari' } },
  abilities: ['release', 'handOver', 'reset'],
});

async function show(alarms: Alarm[], path = '/vardes') {
  const { cache } = await renderPage(<Page path={path} />);
  const set = (next: Alarm[]) =>
    act(() => void cache.setQueryData(alarmsQuery.queryKey, { alarms: next, nextCursor: null, rev: 1 }));
  set(alarms);
  return set;
}
const row = (name: string) => screen.findByRole('listitem', { name: new RegExp(`: ${name}$`) });
const focus = async (name: string) => {
  const item = await row(name);
  act(() => item.focus());
  return item;
};
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const claims = () => posted.filter((url) => url.endsWith('/claim'));

describe('n', () => {
  it('goes from anywhere to the most urgent alarm that nobody has taken, also when it came last', async () => {
    const set = await show([minor, mine]);
    await focus('A');
    set([minor, mine, fall]);
    await row('B');
    const names = () => screen.getAllByRole('listitem').map(({ ariaLabel }) => ariaLabel);
    expect(names().at(-1), 'the rows keep their places').toBe('Fall: B');
    press('n');
    expect(document.activeElement, 'at once: the next key belongs to it').toBe(await row('B'));
    act(() => (document.activeElement as HTMLElement).blur());
    press('n');
    expect(document.activeElement).toBe(await row('B'));
  });

  it('does nothing when all alarms are taken', async () => {
    await show([mine]);
    await row('C');
    press('n');
    expect(document.activeElement).toBe(document.body);
  });

  it('opens the rows over another page for it', async () => {
    await show([minor, fall], '/profile');
    await screen.findByText('2 aktive alarmer');
    expect(screen.queryByRole('listitem', { name: 'Fall: B' })).toBeNull();
    press('n');
    await vi.waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Fall: B'));
  });

  it('ends a filter that hides it', async () => {
    await show([minor, mine], '/alarms');
    await userEvent.click(await screen.findByRole('button', { name: 'Mine (1)' }));
    expect(screen.queryByRole('listitem', { name: 'Alarm: A' })).toBeNull();
    press('n');
    await vi.waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Alarm: A'));
  });
});

describe('a key in the focused row', () => {
  it('claims that alarm and no other', async () => {
    await show([minor, fall]);
    await focus('A');
    press('t');
    await vi.waitFor(() => expect(claims()).toEqual(['/ajax/alarms/1/claim']));
  });

  it('opens and closes its details, the hand-over and the reset', async () => {
    await show([mine]);
    const item = await focus('C');
    const details = within(item).getByRole('button', { name: 'Detaljer' });
    press('d');
    expect(details.ariaExpanded).toBe('true');
    press('d');
    expect(details.ariaExpanded).toBe('false');
    press('o');
    const handOver = await screen.findByRole('dialog', { name: 'Overfør alarmen: C' });
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(handOver.isConnected).toBe(false));
    await focus('C');
    press('r');
    expect(await screen.findByRole('dialog', { name: /^Tilbakestill/ })).toBeDefined();
  });

  it('does nothing that the user may not do', async () => {
    await show([{ ...minor, abilities: [] }]);
    await focus('A');
    for (const key of ['t', 'o', 'r']) press(key);
    expect(claims()).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('does nothing without a focused row, in a field, when it is held down, with Ctrl, or right after g', async () => {
    await show([minor]);
    await row('A');
    press('t');
    screen.getByLabelText('field').focus();
    press('t');
    await focus('A');
    press('t', { repeat: true });
    press('t', { ctrlKey: true });
    press('g');
    press('t');
    expect(claims()).toEqual([]);
  });
});
