import { act, fireEvent, render, screen } from '@testing-library/react';
import type { SharedAlarm } from '@varde/contract/sharing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
const alarm: SharedAlarm = {
  timeZone: 'Europe/Oslo',
  kind: 'panicButton',
  name: 'Astrid Lie',
  state: 'open',
  happenedAt: 1000,
  lastSignalAt: 1000,
  signalCount: 1,
  place,
  receipt: null,
  reach: { told: 0, reached: 0, furthest: null },
  goesOn: true,
  kin: null,
};
let answer: () => Response;
const asked: string[] = [];
const sent: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push(url);
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body));
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const shows = (shown: SharedAlarm | null) => () => Response.json({ alarm: shown });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function open(first: () => Response) {
  answer = first;
  render(<SharedScreen language="nb" hash="#/shared/abc-DEF" onSession={vi.fn()} />);
  await pass(0);
}
const page = () => document.body.textContent ?? '';

it('a shared alarm shows what, who, when, where and whether somebody has claimed it', async () => {
  await open(shows({ ...alarm, signalCount: 3 }));
  expect(asked).toEqual(['/ajax/shared/abc-DEF']);
  expect(screen.getByRole('heading').textContent).toBe('Alarmknapp: Astrid Lie');
  expect(screen.getByRole('status').textContent).toBe(
    'Ingen har tatt alarmen ennå. Ingen på varslingslisten er nådd ennå.',
  );
  expect(page()).toMatch(/Utløst 3 ganger/);
  expect(page()).toMatch(/Stue59\.91273, 10\.70000/);
  const map = screen.getByRole('link', { name: 'Vis stedet i OpenStreetMap' });
  expect(map.getAttribute('rel')).toBe('noreferrer');
});

it('the place keeps the last address of the wearer until the next one is known, with the coordinates behind it', async () => {
  const at = (posLati: number, address: string | null) => ({
    ...alarm,
    place: { ...place, place: null, posLati, address },
  });
  await open(shows(at(59.91, 'Storgata 1, 6002 Ålesund')));
  const later = async (next: SharedAlarm) => {
    answer = shows(next);
    await pass(pollEveryMs);
  };
  await later(at(59.92, null));
  expect(page()).toContain('Storgata 1, 6002 Ålesund59.92000, 10.70000');
  await later({ ...at(59.93, null), state: 'claimed' });
  expect(page()).toContain('Storgata 1, 6002 Ålesund59.93000, 10.70000');
  await later(at(59.94, 'Lia 7, 6002 Ålesund'));
  await later(at(59.95, null));
  expect(page()).toContain('Lia 7, 6002 Ålesund59.95000, 10.70000');
  await later({ ...alarm, place: null });
  expect(page()).toMatch(/StedIkke oppgitt/);
  expect(page()).not.toContain('Lia 7');
});

it('without a place it says that none was given, and links to no map', async () => {
  await open(shows({ ...alarm, place: null }));
  expect(page()).toMatch(/StedIkke oppgitt/);
  expect(screen.queryByRole('link')).toBeNull();
});

it('follows the alarm until it is over, and then shows nothing of it, until the reset is undone', async () => {
  await open(shows(alarm));
  answer = shows({ ...alarm, state: 'claimed' });
  await pass(pollEveryMs);
  expect(screen.getByRole('status').textContent).toMatch(/^Alarmen er tatt/);
  answer = shows(null);
  await pass(pollEveryMs);
  expect(screen.getByRole('status').textContent).toMatch(/^Alarmen er over/);
  expect(page()).not.toMatch(/Astrid|Stue|59\.9|Alarmknapp/);
  answer = () => Response.json({ code: 'unavailable' }, { status: 503 });
  await pass(pollEveryMs);
  expect(screen.getByRole('status').textContent).toMatch(/^Alarmen er over/);
  answer = shows(alarm);
  await pass(pollEveryMs);
  expect(screen.getByRole('heading').textContent).toBe('Alarmknapp: Astrid Lie');
});

it('asks once at a time, however often the page is hidden and shown while an answer is on its way', async () => {
  await open(shows(alarm));
  const slow = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return slow.promise;
  });
  await pass(pollEveryMs);
  const become = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  for (let turn = 0; turn < 5; turn++) for (const state of ['hidden', 'visible'] as const) become(state);
  expect(asked).toHaveLength(2);
  slow.resolve(Response.json({ alarm }));
  await pass(pollEveryMs);
  expect(asked).toHaveLength(3);
  become('hidden');
  await pass(10 * pollEveryMs);
  expect(asked).toHaveLength(3);
  vi.restoreAllMocks();
});

it('without contact it keeps what is known, says how old it is, and tries again', async () => {
  await open(shows(alarm));
  answer = () => Response.json({ code: 'unavailable' }, { status: 503 });
  await pass(pollEveryMs);
  expect(screen.getByRole('heading').textContent).toBe('Alarmknapp: Astrid Lie');
  expect(page()).toMatch(/Får ikke kontakt med Varde\. Siden viser det som var kjent/);
  answer = shows(alarm);
  await pass(pollEveryMs);
  expect(page()).toMatch(/Siden oppdateres av seg selv/);
});

const receipt = { name: 'Kari Vakt', answer: null, takenBy: null, pin: null };
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
async function press(name: string, result: () => Response) {
  answer = result;
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
}
const status = () => screen.getByRole('status').textContent;

it('a receiver takes the alarm with one press, sees that it counts, and can give it back at the end of the page', async () => {
  await open(shows({ ...alarm, receipt }));
  expect(page()).toMatch(/Kari Vakt, kan du ta alarmen\?/);
  expect(buttons()).toEqual(['Jeg tar den', 'Jeg kan ikke']);
  await press('Jeg tar den', shows({ ...alarm, state: 'claimed', receipt: { ...receipt, answer: 'taken' } }));
  expect(asked.at(-1)).toBe('/ajax/shared/abc-DEF/answer');
  expect(status()).toMatch(/^Du har tatt alarmen/);
  expect(buttons()).toEqual(['Jeg kan likevel ikke']);
  await press('Jeg kan likevel ikke', shows({ ...alarm, receipt: { ...receipt, answer: 'declined' } }));
  expect(status()).toMatch(/^Du har svart at du ikke kan/);
  expect(buttons()).toEqual(['Jeg kan likevel ta den']);
});

it('a receiver learns whether others have been reached, and that nobody comes after who cannot', async () => {
  const reached = (count: number) => ({ told: 3, reached: count, furthest: 'sent' as const });
  await open(shows({ ...alarm, receipt }));
  expect(status()).toBe('Ingen har tatt alarmen ennå. Ingen andre er nådd ennå.');
  answer = shows({ ...alarm, receipt, reach: reached(1) });
  await pass(pollEveryMs);
  expect(status()).toMatch(/ennå\. Én annen er nådd\.$/);
  const declined = { ...alarm, receipt: { ...receipt, answer: 'declined' as const }, reach: reached(2) };
  await press('Jeg kan ikke', shows(declined));
  expect(status()).toBe('Du har svart at du ikke kan. Neste på listen varsles. 2 andre er nådd.');
  answer = shows({ ...declined, goesOn: false });
  await pass(pollEveryMs);
  expect(status()).toMatch(/^Du har svart at du ikke kan\. Alle på listen har hatt sin tur/);
});

it('a receiver who is too late learns who has the alarm', async () => {
  await open(shows({ ...alarm, receipt }));
  const takenBy = 'Ola Nabo';
  await press('Jeg tar den', shows({ ...alarm, state: 'claimed', receipt: { ...receipt, takenBy } }));
  expect(status()).toBe('Ola Nabo har tatt alarmen. Du trenger ikke å gjøre noe.');
  expect(buttons()).toEqual([]);
});

it('an answer that did not get through is never shown as given, and can be given again', async () => {
  await open(shows({ ...alarm, receipt }));
  await press('Jeg tar den', () => Response.json({ code: 'unavailable' }, { status: 503 }));
  expect(screen.getByRole('alert').textContent).toBe('Svaret kom ikke fram. Prøv igjen.');
  expect(status()).toMatch(/^Ingen har tatt alarmen ennå\./);
  await press('Jeg tar den', shows({ ...alarm, state: 'claimed', receipt: { ...receipt, answer: 'taken' } }));
  expect(status()).toMatch(/^Du har tatt alarmen/);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('what was asked for before an answer does not undo it on the page', async () => {
  await open(shows({ ...alarm, receipt }));
  const slow = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (url: string) =>
    url.endsWith('/answer')
      ? Response.json({ alarm: { ...alarm, state: 'claimed', receipt: { ...receipt, answer: 'taken' } } })
      : slow.promise,
  );
  await pass(pollEveryMs);
  fireEvent.click(screen.getByRole('button', { name: 'Jeg tar den' }));
  await pass(0);
  slow.resolve(Response.json({ alarm: { ...alarm, receipt } }));
  await pass(0);
  expect(status()).toMatch(/^Du har tatt alarmen/);
});

const withPin = (triesLeft: number) => ({ ...receipt, pin: { triesLeft } });
const refusing = (triesLeft: number, refused: string) => () =>
  Response.json({ alarm: { ...alarm, receipt: withPin(triesLeft) }, refused });
const type = (text: string) => fireEvent.change(screen.getByLabelText('PIN-koden din'), { target: { value: text } });

it('a receiver with a PIN takes the alarm with it: a wrong one is said, with the tries that are left, and cleared', async () => {
  await open(shows({ ...alarm, receipt: withPin(5) }));
  const field = screen.getByLabelText('PIN-koden din');
  expect([field.getAttribute('inputmode'), field.getAttribute('autocomplete')]).toEqual(['numeric', 'off']);
  type('4712');
  await press('Jeg tar den', refusing(4, 'wrong'));
  expect(screen.getByRole('alert').textContent).toBe('Feil PIN-kode. 4 forsøk igjen.');
  expect(screen.getByLabelText('PIN-koden din')).toHaveProperty('value', '');
  type('4712');
  await press('Jeg tar den', refusing(1, 'wrong'));
  expect(screen.getByRole('alert').textContent).toBe('Feil PIN-kode. Ett forsøk igjen.');
  type('47 11');
  const taken = { ...alarm, state: 'claimed', receipt: { ...withPin(1), answer: 'taken' } };
  await press('Jeg tar den', () => Response.json({ alarm: taken, refused: null }));
  expect(sent).toEqual(['4712', '4712', '4711'].map((pin) => ({ answer: 'taken', pin })));
  expect(status()).toMatch(/^Du har tatt alarmen/);
  expect(screen.getByLabelText('PIN-koden din')).toHaveProperty('value', ''); // giving it back needs it anew
});

it('a PIN that is none is not sent', async () => {
  await open(shows({ ...alarm, receipt: withPin(5) }));
  for (const typed of ['', '123', '123456789']) {
    type(typed);
    await press('Jeg tar den', shows(alarm));
    expect(screen.getByRole('alert').textContent).toBe('Skriv inn PIN-koden din, 4–8 siffer.');
  }
  expect(sent).toEqual([]);
});

it('after too many wrong PINs the page takes nothing, and says so; that one cannot is still said', async () => {
  await open(shows({ ...alarm, receipt: withPin(1) }));
  type('4712');
  await press('Jeg tar den', refusing(0, 'blocked'));
  expect(screen.getByRole('alert').textContent).toMatch(/Denne lenken kan ikke lenger ta alarmen/);
  expect(buttons()).toEqual(['Jeg kan ikke']);
  await press('Jeg kan ikke', shows({ ...alarm, receipt: { ...withPin(0), answer: 'declined' } }));
  expect(sent.at(-1)).toEqual({ answer: 'declined' });
});

it('a receiver with a PIN gives the alarm back with it only', async () => {
  const taken = (triesLeft: number) => ({
    ...{ ...alarm, state: 'claimed' as const, receipt: { ...withPin(triesLeft), answer: 'taken' as const } },
  });
  await open(shows(taken(5)));
  await press('Jeg kan likevel ikke', shows(alarm));
  expect(screen.getByRole('alert').textContent).toBe('Skriv inn PIN-koden din, 4–8 siffer.');
  expect(sent).toEqual([]);
  type('4712');
  await press('Jeg kan likevel ikke', () => Response.json({ alarm: taken(4), refused: 'wrong' }));
  expect(screen.getByRole('alert').textContent).toBe('Feil PIN-kode. 4 forsøk igjen.');
  expect(status()).toMatch(/^Du har tatt alarmen/);
  type('4711');
  await press('Jeg kan likevel ikke', shows({ ...alarm, receipt: { ...withPin(4), answer: 'declined' } }));
  expect(sent).toEqual(['4712', '4711'].map((pin) => ({ answer: 'declined', pin })));
  expect(status()).toMatch(/^Du har svart at du ikke kan/);
});

it('after too many wrong PINs the page does not give the alarm back, and says so', async () => {
  await open(shows({ ...alarm, state: 'claimed', receipt: { ...withPin(0), answer: 'taken' } }));
  expect(screen.getByRole('alert').textContent).toMatch(/kan ikke lenger gi fra seg alarmen/);
  expect(buttons()).toEqual([]);
});

it.each([
  ['offList', /^Du står ikke lenger på varslingslisten for denne alarmen/],
  ['noAccess', /^Du har ikke lenger tilgang/],
  ['noConsent', /^Du har trukket tilbake samtykket/],
  ['newWearer', /^Enheten har en ny tjenestemottaker/],
])('a link that gives its receiver nothing any more says why: %s', async (message, words) => {
  const ended = () => Response.json({ code: 'linkEnded', errors: [{ path: 'link', message }] }, { status: 410 });
  await open(shows({ ...alarm, receipt }));
  await press('Jeg tar den', ended);
  expect(screen.getByRole('alert').textContent).toMatch(words);
  expect(page()).not.toMatch(/Astrid|Stue/);
  expect(buttons()).toEqual([]);
});

it('whom an alarm was only shared with is not asked', async () => {
  await open(shows(alarm));
  expect(buttons()).toEqual([]);
});

it('a link that is not valid is refused, and not asked for again', async () => {
  await open(() => Response.json({ code: 'linkInvalid' }, { status: 410 }));
  expect(screen.getByRole('alert').textContent).toBe('Lenken er ikke gyldig.');
  await pass(10 * pollEveryMs);
  expect(asked).toHaveLength(1);
});
