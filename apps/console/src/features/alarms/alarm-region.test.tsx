import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Alarm } from '@varde/contract/alarms';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAlarms } from '#domain/alarms/use-alarms.ts';
import { alarmRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { AlarmBar } from './alarm-bar.tsx';
import { AlarmRegion } from './alarm-region.tsx';
import { useAlarmPanel } from './use-alarm-panel.ts';

let setAlarms: (alarms: Alarm[]) => void;
function Region({ first }: { first: Alarm[] }) {
  const [alarms, set] = useState(first);
  setAlarms = (next) => act(() => set(next));
  return (
    <>
      <AlarmBar alarms={alarms} panel={useAlarmPanel('/vardes', alarms)} ofDevice={null} />
      <AlarmRegion alarms={alarms} />
    </>
  );
}
const show = (alarms: Alarm[]) => renderPage(<Region first={alarms} />);
const named = (...names: string[]) =>
  names.map((deviceName, index) => alarmRecord({ alarmId: index + 1, deviceName, lastSignalAt: 1000 - index }));
const rowNames = () => screen.getAllByRole('listitem').map((row) => row.ariaLabel?.replace('Alarm: ', ''));
const row = (name: string) => screen.getByRole('listitem', { name: `Alarm: ${name}` });
const ola = { userId: 2, name: 'Ola' };
const kari = { userId: 1, name: 'Kari Nes' };

describe('the alarm region', () => {
  it('shows what happened, to whom, where, and the possible actions', async () => {
    await show([alarmRecord({ metyId: 3, place: 'Stue', signalCount: 3 })]);
    const item = await screen.findByRole('listitem', { name: 'Fall: Rom 101' });
    expect(item.textContent).toContain('Solvik sykehjem');
    expect(item.textContent).toContain('Stue');
    expect(item.textContent).toContain('utløst 3 ganger');
    expect(screen.getByRole('button', { name: 'Ta alarmen' })).toBeDefined();
  });

  it('names the geofence that was left', async () => {
    await show([alarmRecord({ metyId: 102, geofence: 'Hagen' })]);
    const item = await screen.findByRole('listitem', { name: 'Ut av geofence: Rom 101' });
    expect(item.textContent).toContain('Ut av geofence «Hagen»');
  });

  it('shows in each row the name, the status under it, the place, the number to call and the note, in the same order', async () => {
    const phone = '+47 580 00 123';
    await show([
      alarmRecord({
        ...{ alarmId: 1, deviceName: 'A', metyId: 3, place: 'Stue', formattedPhoneNumE164: phone },
        ...{ hasNote: true, deviceNote: 'Nøkkel hos naboen' },
      }),
      alarmRecord({ alarmId: 2, deviceName: 'B', hasNote: true }),
      alarmRecord({ alarmId: 3, deviceName: 'C', custName: 'Haugen', signalCount: 2 }),
    ]);
    const said = (kind: string, name: string) =>
      screen.getByRole('listitem', { name: `${kind}: ${name}` }).textContent?.replaceAll('\u00a0', ' ');
    expect(said('Fall', 'A')).toMatch(
      /^A\s*Fall.* kl\..*Ved alarmen: Stue\s*Solvik sykehjem\s*\+47 580 00 123\s*Nøkkel hos naboen/,
    );
    expect(said('Alarm', 'B')).toMatch(/^B\s*Alarm.* kl\..*Ukjent sted\s*Solvik sykehjem\s*Det finnes et notat\./);
    expect(said('Alarm', 'C')).toMatch(
      /^C\s*Alarm.* kl\..*Ukjent sted\s*utløst 2 ganger · Haugen\s*Ingen er nådd · ingen er varslet\s*Ta alarmen/,
    );
    const call = screen.getAllByRole('link', { name: /^Ring/ });
    expect(call.map(({ ariaLabel }) => ariaLabel)).toEqual([`Ring ${phone}`]);
    expect(call[0]?.getAttribute('href')).toBe('tel:+4758000123');
    expect(within(screen.getByRole('listitem', { name: 'Fall: A' })).getByRole('link', { name: 'A' })).toBeDefined();
  });

  it.each([
    [{ told: 0, reached: 0, furthest: null }, 'Ingen er nådd · ingen er varslet'],
    [{ told: 1, reached: 0, furthest: 'queued' as const }, 'Ingen er nådd · venter på sending'],
    [{ told: 1, reached: 0, furthest: 'sent' as const }, 'Ingen er nådd · melding underveis'],
    [{ told: 1, reached: 0, furthest: 'inDoubt' as const }, 'Ingen er nådd · usikkert om noe er sendt'],
    [{ told: 1, reached: 0, furthest: 'failed' as const }, 'Ingen er nådd · meldingene kom ikke fram'],
    [{ told: 1, reached: 0, furthest: 'givenUp' as const }, 'Ingen er nådd · meldingene ble aldri sendt'],
    [{ told: 3, reached: 2, furthest: 'delivered' as const }, '2 er nådd'],
  ])('says in the row of an alarm that nobody has taken how far it has come: %o', async (reach, text) => {
    const taken = { alarmId: 2, state: 'claimed' as const, claimedBy: { userId: 5, name: 'Ola' } };
    await show([alarmRecord({ reach }), alarmRecord({ ...taken, deviceName: 'Rom 102', reach })]);
    expect((await screen.findByRole('listitem', { name: 'Alarm: Rom 101' })).textContent).toContain(text);
    expect(screen.getByRole('listitem', { name: 'Alarm: Rom 102' }).textContent).not.toContain('nådd');
  });

  it('says besides that it was signalled again after somebody had taken it that nobody has been reached', async () => {
    await show([alarmRecord({ claimedBy: { userId: 5, name: 'Ola' } })]);
    expect((await screen.findByRole('listitem')).textContent).toContain(
      'Ingen er nådd · ingen er varslet Utløst på nytt etter at Ola tok alarmen',
    );
  });

  it('does not say by which protocol an alarm came', async () => {
    await show([alarmRecord({ tranSource: 3 })]);
    expect((await screen.findByRole('listitem')).textContent).not.toContain('TCP');
  });

  it('shows that an alarm is from before the handover, and that its place is hidden', async () => {
    await show([alarmRecord({ alarmId: 1, fromBefore: true }), alarmRecord({ alarmId: 2, deviceName: 'Rom 102' })]);
    const before = await screen.findByRole('listitem', { name: /Rom 101/ });
    expect(before.textContent).toContain('Fra før overføringen');
    expect(before.textContent).toContain('Stedet vises ikke');
    const since = screen.getByRole('listitem', { name: /Rom 102/ });
    expect(since.textContent).not.toContain('overføringen');
    expect(since.textContent).toContain('Ukjent sted');
  });

  it('shows who has claimed an alarm, and offers only what the server allows', async () => {
    await show([
      alarmRecord({ alarmId: 1, deviceName: 'A', state: 'claimed', claimedBy: ola, abilities: ['reset'] }),
      alarmRecord({ alarmId: 2, deviceName: 'B', state: 'claimed', claimedBy: kari, abilities: ['release'] }),
      alarmRecord({ alarmId: 3, deviceName: 'C', abilities: [] }),
    ]);
    expect(await screen.findByText('Tatt av Ola')).toBeDefined();
    expect(screen.getByText('Du har tatt alarmen')).toBeDefined();
    const buttonsOf = (name: string) =>
      within(row(name))
        .queryAllByRole('button')
        .filter(({ ariaExpanded }) => ariaExpanded === null)
        .map(({ textContent }) => textContent);
    expect(buttonsOf('A')).toEqual(['Tilbakestill']);
    expect(buttonsOf('B')).toEqual(['Slipp alarmen']);
    expect(buttonsOf('C')).toEqual([]);
  });

  it('shows a signal after the claim, to be claimed again by the claimant and taken over by others', async () => {
    const signal = { state: 'open' as const, signalCount: 2 };
    await show([
      alarmRecord({ alarmId: 1, ...signal, claimedBy: kari }),
      alarmRecord({ alarmId: 2, ...signal, claimedBy: ola }),
    ]);
    expect(await screen.findByText('Utløst på nytt etter at du tok alarmen')).toBeDefined();
    expect(screen.getByText('Utløst på nytt etter at Ola tok alarmen')).toBeDefined();
    const names = screen
      .getAllByRole('button')
      .filter(({ ariaExpanded }) => ariaExpanded === null)
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Ta alarmen igjen', 'Tilbakestill', 'Ta alarmen', 'Tilbakestill']);
  });

  it('sorts unclaimed alarms first, then by severity, then by waiting time', () => {
    const list = [
      alarmRecord({ alarmId: 1, state: 'claimed', metyId: 27, receivedAt: 1 }),
      alarmRecord({ alarmId: 2, receivedAt: 5, lastSignalAt: 99 }),
      alarmRecord({ alarmId: 3, receivedAt: 4 }),
      alarmRecord({ alarmId: 4, metyId: 27, receivedAt: 9 }),
      alarmRecord({ alarmId: 5, state: 'reset' }),
      alarmRecord({ alarmId: 6, state: 'claimed', claimedBy: ola, handedOverBy: kari, receivedAt: 6 }),
    ];
    expect(openAlarms(list).map(({ alarmId }) => alarmId)).toEqual([4, 3, 2, 6, 1]);
  });
});

describe('rows under the pointer', () => {
  const later = alarmRecord({ alarmId: 9, deviceName: 'Ny', lastSignalAt: 9999 });
  const changed = (): Alarm[] => {
    const [a, b, c] = named('A', 'B', 'C');
    if (!a || !b || !c) throw new Error('three alarms');
    return [
      { ...a, state: 'claimed', claimedBy: ola, abilities: ['reset'] },
      { ...b, state: 'reset', resetBy: ola, abilities: [] },
      c,
      later,
    ];
  };

  it('keep their places while the pointer is among them, including claimed and reset ones, and new ones come last', async () => {
    await show(named('A', 'B', 'C'));
    const region = await screen.findByRole('region', { name: 'Aktive alarmer' });
    fireEvent.pointerEnter(region);
    setAlarms(changed());
    expect(rowNames()).toEqual(['A', 'B', 'C', 'Ny']);
    expect(within(row('A')).getByText('Tatt av Ola')).toBeDefined();
    expect(within(row('B')).getByText('Tilbakestilt av Ola')).toBeDefined();
    expect(within(row('B')).queryAllByRole('button')).toEqual([]);
    expect(screen.getByText('3 aktive alarmer')).toBeDefined();
    expect(screen.getByRole('button', { name: '1 ny nederst' })).toBeDefined();
    fireEvent.pointerLeave(region);
    expect(rowNames()).toEqual(['C', 'Ny', 'A']);
    expect(screen.queryByText(/nederst$/)).toBeNull();
  });

  it('keep their places while the focus is among them', async () => {
    await show(named('A', 'B', 'C'));
    await screen.findByRole('region', { name: 'Aktive alarmer' });
    act(() => within(row('C')).getByRole('button', { name: 'Ta alarmen' }).focus());
    setAlarms(changed());
    expect(rowNames()).toEqual(['A', 'B', 'C', 'Ny']);
    act(() => within(row('C')).getByRole('button', { name: 'Tilbakestill' }).focus());
    expect(rowNames(), 'from one button to the next').toEqual(['A', 'B', 'C', 'Ny']);
    act(() => (document.activeElement as HTMLElement).blur());
    expect(rowNames()).toEqual(['C', 'Ny', 'A']);
  });

  it('keep all their content between a press and its click', async () => {
    await show(named('A', 'B', 'C'));
    const claim = within(row('A')).getByRole('button', { name: 'Ta alarmen' });
    fireEvent.pointerDown(claim);
    setAlarms(changed());
    expect(rowNames()).toEqual(['A', 'B', 'C']);
    expect(claim.isConnected).toBe(true);
    fireEvent.pointerUp(claim);
    expect(claim.isConnected, 'the click comes after the pointer is up').toBe(true);
    fireEvent.click(claim);
    await vi.waitFor(() => expect(rowNames()).toEqual(['C', 'Ny', 'A']));
  });

  it('of an alarm that left the user’s scope stay without buttons', async () => {
    await show(named('A', 'B'));
    fireEvent.pointerEnter(await screen.findByRole('region', { name: 'Aktive alarmer' }));
    setAlarms(named('A'));
    expect(within(row('B')).getByText('Alarmen er ikke lenger aktiv')).toBeDefined();
    expect(within(row('B')).queryAllByRole('button')).toEqual([]);
  });
});

describe('place and time', () => {
  const now = new Date(2026, 0, 5, 14, 31).getTime();
  const minute = 60_000;
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const text = async (alarm: Partial<Alarm>) => {
    await show([alarmRecord({ happenedAt: now - 23 * minute, receivedAt: now - 23 * minute, ...alarm })]);
    return (await screen.findByRole('listitem')).textContent?.replace(/\u00a0/g, ' ');
  };
  const place = { posLati: 62.4, posLong: 6.1, posType: 1, posAccuracy: null, place: null };

  it('shows an age in words, with the time of day beside it', async () => {
    expect(await text({})).toContain('23 min · kl. 14:08');
  });

  it('shows when a late alarm was received', async () => {
    expect(await text({ late: true, receivedAt: now - 2 * minute })).toMatch(
      /23 min · kl\. 14:08\s*mottatt først kl\. 14:29/,
    );
  });

  it('shows the present place of the device first, with its age, and the place at the alarm', async () => {
    const latestPlace = { ...place, place: 'Bakeriet', posTime: now - 10_000 };
    expect(await text({ place: 'Stue', posTime: now - 24 * minute, latestPlace })).toMatch(
      /Nå: Bakeriet, 10 s siden\s*Ved alarmen: Stue/,
    );
  });

  it('shows the place at the alarm with its age when there is no newer one, and says so', async () => {
    expect(await text({ ...place, posTime: now - 65 * minute })).toContain(
      'Ved alarmen: 62.40000, 6.10000 (1 t 5 min siden)',
    );
  });

  it('shows coordinates at once, and the address that comes after them with the coordinates behind it', async () => {
    const placed = { ...place, posTime: null };
    expect(await text(placed)).toContain('Ved alarmen: 62.40000, 6.10000');
    const address = '<b>Storgata 1</b>, 6002 Ålesund';
    setAlarms([alarmRecord({ ...placed, address, latestPlace: { ...place, posTime: now }, latestAddress: 'Kaia 2' })]);
    const shown = screen.getByRole('listitem');
    expect(shown.textContent?.replace(/\u00a0/g, ' ')).toMatch(
      /Nå: Kaia 2, .*Ved alarmen: <b>Storgata 1<\/b>, 6002 Ålesund/,
    );
    expect(within(shown).getByTitle('62.40000, 6.10000')).toBeDefined();
  });

  it('shows that no place is known', async () => {
    expect(await text({})).toContain('Ukjent sted');
  });
});
