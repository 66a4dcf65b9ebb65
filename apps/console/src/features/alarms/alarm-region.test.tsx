import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Alarm } from '@varde/contract/alarms';
import { describe, expect, it } from 'vitest';
import { alarmRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { AlarmRegion } from './alarm-region.tsx';
import { openAlarms } from './use-open-alarms.ts';

const show = (alarms: Alarm[]) => renderPage(<AlarmRegion alarms={alarms} />);

describe('the alarm region', () => {
  it('tells of an alarm: what, who, where, and what can be done', async () => {
    await show([alarmRecord({ metyId: 3, place: 'Stue', signalCount: 3 })]);
    const row = await screen.findByRole('listitem', { name: 'Fall: Rom 101' });
    expect(row.textContent).toContain('Solvik sykehjem');
    expect(row.textContent).toContain('Stue');
    expect(row.textContent).toContain('3 signaler');
    expect(screen.getByRole('button', { name: 'Ta alarmen' })).toBeDefined();
  });

  it('gives both times of an alarm that came late', async () => {
    const happenedAt = new Date(2026, 0, 5, 14, 2).getTime();
    await show([alarmRecord({ late: true, happenedAt, receivedAt: happenedAt + 29 * 60_000 })]);
    expect((await screen.findByRole('listitem')).textContent).toMatch(/hendte .*14:02, mottatt .*14:31/);
  });

  it('says that an alarm is from before the device was handed over, and that its place is not shown', async () => {
    await show([
      alarmRecord({ alarmId: 1, fromBefore: true }),
      alarmRecord({ alarmId: 2, deviceName: 'Rom 102' }),
    ]);
    const before = await screen.findByRole('listitem', { name: /Rom 101/ });
    expect(before.textContent).toContain('Fra før overføringen');
    expect(before.textContent).toContain('Stedet vises ikke');
    const since = screen.getByRole('listitem', { name: /Rom 102/ });
    expect(since.textContent).not.toContain('overføringen');
    expect(since.textContent).toContain('Ukjent sted');
  });

  it('says who has claimed an alarm, and offers only what the server allows', async () => {
    await show([
      alarmRecord({ state: 'claimed', claimedBy: { userId: 2, name: 'Ola' }, abilities: ['reset'] }),
    ]);
    expect(await screen.findByText('Tatt av Ola')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Ta alarmen' })).toBeNull();
  });

  it('tells of a signal after the claim, for the one who had it to hear and for others to take over', async () => {
    const signal = { state: 'open' as const, signalCount: 2 };
    await show([
      alarmRecord({ alarmId: 1, ...signal, claimedBy: { userId: 1, name: 'Kari Nes' } }),
      alarmRecord({ alarmId: 2, ...signal, claimedBy: { userId: 2, name: 'Ola' } }),
    ]);
    expect(await screen.findByText('Nytt signal etter at Kari Nes tok alarmen')).toBeDefined();
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual(['Hørt', 'Tilbakestill', 'Ta alarmen', 'Tilbakestill']);
  });

  it('sums up many alarms, and folds to the sum', async () => {
    await show(Array.from({ length: 40 }, (_, index) => alarmRecord({ alarmId: index + 1 })));
    expect(await screen.findByText('40 åpne alarmer')).toBeDefined();
    expect(screen.getAllByRole('listitem')).toHaveLength(40);
    await userEvent.click(screen.getByRole('button', { name: 'Skjul' }));
    expect(screen.queryAllByRole('listitem')).toHaveLength(0);
  });

  it('has those that nobody has claimed first', () => {
    const list = [
      alarmRecord({ alarmId: 1, state: 'claimed', lastSignalAt: 9 }),
      alarmRecord({ alarmId: 2, lastSignalAt: 5 }),
      alarmRecord({ alarmId: 3, state: 'reset' }),
    ];
    expect(openAlarms({ alarms: list, nextCursor: null, rev: 1 }).map(({ alarmId }) => alarmId)).toEqual([
      2, 1,
    ]);
  });
});
