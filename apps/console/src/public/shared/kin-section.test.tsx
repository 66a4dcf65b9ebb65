import { act, fireEvent, render, screen } from '@testing-library/react';
import type { SharedAlarm, SharedKin } from '@varde/contract/sharing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import enDevice from '#texts/en/device-header.json' with { type: 'json' };
import en from '#texts/en/shared.json' with { type: 'json' };
import nbDevice from '#texts/nb/device-header.json' with { type: 'json' };
import nb from '#texts/nb/shared.json' with { type: 'json' };
import { SharedScreen } from './shared-screen.tsx';
import { pollEveryMs } from './use-shared-alarm.ts';

const alarm: SharedAlarm = {
  timeZone: 'Europe/Oslo',
  ...{ kind: 'panicButton', name: 'Astrid Lie', state: 'open', happenedAt: 1000, lastSignalAt: 1000 },
  ...{
    signalCount: 1,
    place: null,
    receipt: { name: 'Kari', answer: null, takenBy: null, pin: null },
    reach: { told: 0, reached: 0, furthest: null },
    goesOn: true,
    kin: null,
  },
};
const check = { lastMsgIn: 1000, battery: 20, charging: false, low: true, offline: true, bars: null };
const position = { posLati: 60.1, posLong: 11.2, posTime: 0, posType: 1, posAccuracy: 5, place: 'Torget' };
let answer: (url: string) => Response;
const sent: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: 180_000 });
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (typeof init?.body === 'string') sent.push([url, JSON.parse(init.body)]);
    return answer(url);
  });
});
afterEach(() => {
  vi.useRealTimers();
});
const shows = (kin: SharedKin | null) => () => Response.json({ alarm: { ...alarm, kin } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function open(kin: SharedKin | null) {
  answer = shows(kin);
  render(<SharedScreen language="nb" hash="#/shared/abc-DEF" onSession={vi.fn()} />);
  await pass(0);
}
const page = () => document.body.textContent ?? '';

describe('[C6.28] the page of a next of kin', () => {
  it('without rights has nothing of it', async () => {
    await open({});
    expect(screen.queryByText('For pårørende')).toBeNull();
    expect(page()).not.toMatch(/Batteri|Posisjon nå|Ring|Bilde|varsles/);
  });

  it('says whether the device works, in the words of its own page', async () => {
    await open({ check });
    expect(page()).toMatch(/Siste kontakt.*Frakoblet/);
    expect(page()).toMatch(/Batteri20\s%Lavt batteri/);
    expect(page()).toMatch(/SignalIkke oppgitt/);
    answer = shows({ check: { ...check, battery: 80, charging: true, low: false, offline: false, bars: 4 } });
    await pass(pollEveryMs);
    expect(page()).toMatch(/Batteri80\s%, lader/);
    expect(page()).toMatch(/Signal4 av 5/);
    expect(page()).not.toMatch(/Frakoblet|Lavt batteri/);
    for (const [shared, device] of [
      [nb, nbDevice],
      [en, enDevice],
    ] as const)
      for (const key of ['lastContact', 'neverInContact', 'battery', 'signal'] as const)
        expect(shared.kin[key]).toBe(device[key]);
  });

  it('follows the wearer with the age of the position, and says when it is not given', async () => {
    await open({ position });
    expect(page()).toMatch(/Posisjon nåTorget.*for 3 min siden/);
    answer = shows({ position: { ...position, place: 'Stasjonen', posTime: 185_000 } });
    await pass(pollEveryMs);
    expect(page()).toMatch(/Posisjon nåStasjonen.*akkurat nå/);
    answer = shows({ position: null });
    await pass(pollEveryMs);
    expect(page()).toMatch(/Posisjon nåIkke oppgitt/);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('calls the device', async () => {
    await open({ phone: '+4795555555' });
    const link = screen.getByRole('link', { name: 'Ring enheten +4795555555' });
    expect(link.getAttribute('href')).toBe('tel:+4795555555');
  });

  it('has the image blurred until it is pressed', async () => {
    await open({ image: 7 });
    const image = document.querySelector('img');
    expect([image?.getAttribute('src'), image?.style.filter]).toEqual(['/ajax/shared/abc-DEF/image', 'blur(18px)']);
    fireEvent.click(screen.getByRole('button', { name: 'Vis bildet' }));
    expect(image?.style.filter).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Skjul bildet' }));
    expect(image?.style.filter).toBe('blur(18px)');
  });

  it('changes the own hours, and says that emergencies are told around the clock', async () => {
    await open({ schedule: { hours: null } });
    expect(page()).toMatch(/Nødalarmer, som SOS og fall, varsles hele døgnet/);
    fireEvent.click(screen.getByLabelText('Bare en del av døgnet'));
    const set = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
    set('Fra', '22:00');
    set('Til', '22:00');
    const save = async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Lagre tidene' }));
      await pass(0);
    };
    await save();
    expect(screen.getByRole('alert').textContent).toBe('Velg to ulike klokkeslett.');
    set('Til', '06:30');
    answer = () => Response.json({ code: 'unavailable' }, { status: 503 });
    await save();
    expect(screen.getByRole('alert').textContent).toBe('Tidene ble ikke lagret. Prøv igjen.');
    const hours = { from: 1320, to: 390 };
    answer = () => Response.json({ alarm: { ...alarm, kin: { schedule: { hours } } }, refused: null });
    await save();
    expect(sent.at(-1)).toEqual(['/ajax/shared/abc-DEF/hours', { hours }]);
    expect(page()).toContain('Tidene er lagret.');
    expect(screen.getByLabelText('Til')).toHaveProperty('value', '06:30');
  });

  it('changes the own hours with the PIN of one who has one, asked for once something has changed', async () => {
    const withPin = (triesLeft: number, hours: object | null) => ({
      ...alarm,
      receipt: { name: 'Kari', answer: null, takenBy: 'Ola', pin: { triesLeft } },
      kin: { schedule: { hours } },
    });
    answer = () => Response.json({ alarm: withPin(5, null) });
    render(<SharedScreen language="nb" hash="#/shared/abc-DEF" onSession={vi.fn()} />);
    await pass(0);
    expect(screen.queryByLabelText('PIN-koden din')).toBeNull();
    fireEvent.click(screen.getByLabelText('Bare en del av døgnet'));
    const field = () => screen.getAllByLabelText('PIN-koden din').at(-1);
    const save = async (pin: string, result: object) => {
      fireEvent.change(field() ?? document.body, { target: { value: pin } });
      answer = () => Response.json(result);
      fireEvent.click(screen.getByRole('button', { name: 'Lagre tidene' }));
      await pass(0);
    };
    const hours = { from: 480, to: 960 };
    await save('4712', { alarm: withPin(4, null), refused: 'wrong' });
    expect(screen.getByRole('alert').textContent).toBe('Feil PIN-kode. 4 forsøk igjen.');
    expect(page()).not.toContain('Tidene er lagret.');
    await save('4711', { alarm: withPin(4, hours), refused: null });
    expect(sent).toEqual(['4712', '4711'].map((pin) => ['/ajax/shared/abc-DEF/hours', { hours, pin }]));
    expect(page()).toContain('Tidene er lagret.');
    await pass(0);
    fireEvent.click(screen.getByLabelText('Bare en del av døgnet'));
    answer = () => Response.json({ alarm: withPin(0, hours) });
    await pass(pollEveryMs);
    expect(page()).toContain('kan ikke lenger endre tidene');
    expect(screen.getByRole('button', { name: 'Lagre tidene' })).toHaveProperty('disabled', true);
  });

  it('shows the alarm still when the right to the hours was taken meanwhile', async () => {
    await open({ schedule: { hours: { from: 0, to: 60 } } });
    fireEvent.click(screen.getByLabelText('Bare en del av døgnet'));
    answer = (url) =>
      url.endsWith('/hours')
        ? Response.json({ code: 'linkInvalid' }, { status: 410 })
        : Response.json({ alarm: { ...alarm, kin: {} } });
    fireEvent.click(screen.getByRole('button', { name: 'Lagre tidene' }));
    await pass(0);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Alarmknapp: Astrid Lie');
    await pass(pollEveryMs);
    expect(screen.queryByLabelText('Bare en del av døgnet')).toBeNull();
  });
});
