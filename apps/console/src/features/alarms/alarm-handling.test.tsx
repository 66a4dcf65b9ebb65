import { ModalsProvider } from '@mantine/modals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Alarm } from '@varde/contract/alarms';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { useAlarms } from '#domain/alarms/use-alarms.ts';
import { expectDialogs } from '#kit/state/dialogs-ready.ts';
import { alarmRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { AlarmAnnouncer } from './alarm-announcer.tsx';
import { AlarmRegion } from './alarm-region.tsx';
import { AlarmContext } from './late-context.ts';

const kari = { userId: 1, name: 'Kari Nes' };
const ola = { userId: 2, name: 'Ola' };
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const answer =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });
const problem = (code: string, errors: unknown[] = [], status = 409) => answer({ code, errors }, status);
/** The calls to the server, except those for the alarms themselves. */
const asked = () =>
  fetched.mock.calls.flatMap(([url, { method, body }]) => (method === 'GET' ? [] : [[url, body ?? null]]));

function Page() {
  return (
    <ModalsProvider>
      <main id="main" tabIndex={-1}>
        <AlarmAnnouncer alarms={useAlarms()} />
        <AlarmRegion alarms={useAlarms()} />
      </main>
    </ModalsProvider>
  );
}

let alarms: Alarm[];
async function show(...shown: Alarm[]) {
  alarms = shown;
  const { cache } = await renderPage(<Page />);
  act(() => {
    cache.setQueryData(alarmsQuery.queryKey, { alarms, nextCursor: null, rev: 1 });
  });
  return cache;
}
const row = (name: string) => screen.findByRole('listitem', { name: `Alarm: ${name}` });
const press = async (name: string, button: string) =>
  userEvent.click(within(await row(name)).getByRole('button', { name: button }));
/** Three alarms with `B` in the middle. */
const three = (fields: Partial<Alarm> = {}) =>
  ['A', 'B', 'C'].map((deviceName, index) =>
    alarmRecord({
      alarmId: index + 1,
      deviId: index + 11,
      deviceName,
      lastSignalAt: 1000 - index,
      ...fields,
    }),
  );
const after = (name: string, fields: Partial<Alarm>) => {
  const alarm = alarms.find(({ deviceName }) => deviceName === name);
  return answer({ ...alarm, rev: 9, ...fields });
};

beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', fetched);
});

describe('the row of an alarm', () => {
  it('[C2.53 C7.27] has a share button of its own, which shares that alarm of that device, also after somebody has claimed it', async () => {
    const claimed = { state: 'claimed' as const, claimedBy: ola };
    const [a, b, c] = three({ abilities: ['claim', 'reset', 'share'] }) as [Alarm, Alarm, Alarm];
    await show(a, { ...b, ...claimed, abilities: ['release', 'handOver', 'reset', 'share'] }, c);
    fetched.mockImplementation(answer({ results: [], mailServer: true, smsGateway: true }));
    for (const [index, name] of ['A', 'B'].entries()) {
      await press(name, 'Del');
      const dialog = within(await screen.findByRole('dialog', { name: `Del alarmen: ${name}` }));
      await userEvent.type(dialog.getByRole('textbox'), 'kari@test.example');
      await userEvent.click(dialog.getByRole('button', { name: 'Del' }));
      expect(await dialog.findByText('Teksten har ingen mottakere.')).toBeDefined();
      const body = JSON.stringify({ deviceId: index + 11, recipients: 'kari@test.example' });
      expect(asked().at(-1)).toEqual([`/ajax/alarms/${index + 1}/share`, body]);
      await userEvent.click(dialog.getByRole('button', { name: 'Avbryt' }));
      await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it('has no share button for a user who may not share it', async () => {
    await show(alarmRecord({ deviceName: 'A', abilities: ['claim', 'reset'] }));
    const buttons = within(await row('A')).getAllByRole('button');
    expect(buttons.map((button) => button.ariaLabel ?? button.textContent)).not.toContain('Del');
  });

  it('[C2.52 D4.074] shows its timeline with all that is known of it when it is expanded, and asks for it only then', async () => {
    fetched.mockImplementation(async (url) =>
      url.includes('analysis') ? problem('notFound', [], 404)() : new Promise(() => undefined),
    );
    await AlarmContext.load();
    await show(...three().map((alarm, index) => ({ ...alarm, tranId: 76 + index })));
    const asked = () => fetched.mock.calls.filter(([url]) => url.includes('analysis')).map(([url]) => url);
    expect(asked()).toEqual([]);
    await press('B', 'Detaljer');
    const button = within(await row('B')).getByRole('button', { name: 'Detaljer' });
    expect(button.ariaExpanded).toBe('true');
    expect(await within(await row('B')).findByText('Meldingen har ingen alarm som du kan se.')).toBeDefined();
    expect(asked(), 'and of the others nothing').toEqual(['/ajax/alarms/analysis/77']);
    await press('B', 'Detaljer');
    expect(button.ariaExpanded).toBe('false');
  });

  it('[C2.52] shows the steps of its own alarm in order in the row that is opened, whichever it is, and none in the others', async () => {
    const nobody = { by: null, to: null, party: null, result: null, receipt: null };
    const step = (no: number, at: number, by: typeof kari | null = null) => ({
      ...{ number: no, header: 103, at, until: at, count: 1, ...nobody, by },
    });
    const [a, b, c] = three({ tranId: 77 });
    if (!a || !b || !c) throw new Error('three alarms');
    const timelines = [b, c].map(({ alarmId, metyId }) => ({ alarmId, metyId, state: 'open' }));
    fetched.mockImplementation(async (url) =>
      url.includes('analysis')
        ? Response.json({
            alarms: [
              { ...timelines[0], events: [step(1, 1000), step(2, 2000), step(201, 9000, kari)] },
              { ...timelines[1], events: [step(1, 1000)] },
            ],
          })
        : new Promise(() => undefined),
    );
    await AlarmContext.load();
    await show(a, b, c);
    const stepsIn = async (name: string) =>
      within(await row(name))
        .queryAllByRole('listitem')
        .map(({ textContent }) => textContent?.replace(/\d\d\.\d\d\..*/, ''));
    await press('B', 'Detaljer');
    await within(await row('B')).findByText(/Kari Nes tok alarmen/);
    expect((await stepsIn('B')).slice(0, 3)).toEqual([
      ...['Varde: Alarmen ble utløst', 'Varde: Alarmen ble mottatt', 'Varde: Kari Nes tok alarmen'],
    ]);
    expect([await stepsIn('A'), await stepsIn('C')]).toEqual([[], []]);
    await press('C', 'Detaljer');
    await within(await row('C')).findByText(/Alarmen ble utløst/);
    expect((await stepsIn('C'))[0]).toBe('Varde: Alarmen ble utløst');
    expect(await stepsIn('C'), 'the step and how long ago it was').toHaveLength(2);
  });

  it('keeps the keyboard after the claim', async () => {
    await show(...three());
    const claimed = { state: 'claimed' as const, claimedBy: kari, abilities: ['release', 'reset'] as const };
    fetched.mockImplementation(after('B', { ...claimed, abilities: [...claimed.abilities] }));
    await press('B', 'Ta alarmen');
    const item = await row('B');
    expect(await within(item).findByText('Du har tatt alarmen')).toBeDefined();
    expect(document.activeElement).toBe(item);
  });

  it('keeps the keyboard when somebody else claims it meanwhile', async () => {
    const cache = await show(...three());
    const item = await row('B');
    act(() => within(item).getByRole('button', { name: 'Ta alarmen' }).focus());
    act(() => {
      cache.setQueryData(alarmsQuery.queryKey, {
        alarms: alarms.map((alarm) =>
          alarm.deviceName === 'B'
            ? { ...alarm, state: 'claimed' as const, claimedBy: ola, abilities: [], rev: 2 }
            : alarm,
        ),
        nextCursor: null,
        rev: 2,
      });
    });
    expect(await within(item).findByText('Tatt av Ola')).toBeDefined();
    expect(document.activeElement).toBe(item);
  });

  it('is left for the next one after the reset, and then for the one before', async () => {
    await show(...three({ abilities: ['reset'] }));
    for (const [name, next] of [
      ['B', 'C'],
      ['C', 'A'],
    ] as const) {
      fetched.mockImplementation(after(name, { state: 'reset', resetBy: kari, abilities: [] }));
      await press(name, 'Tilbakestill');
      const dialog = await screen.findByRole('dialog');
      await userEvent.click(within(dialog).getByRole('radio', { name: 'Test' }));
      await userEvent.click(within(dialog).getByRole('button', { name: 'Tilbakestill' }));
      await vi.waitFor(async () => expect(document.activeElement).toBe(await row(next)));
      expect(within(await row(name)).getByText('Du har tilbakestilt alarmen')).toBeDefined();
    }
  });

  it('is left for the next one, not for the last one, when the row of the reset alarm has gone by then', async () => {
    await show(...three({ abilities: ['reset'] }));
    fetched.mockImplementation(after('A', { state: 'reset', resetBy: kari, abilities: [] }));
    const first = await row('A');
    // Without a pointer among the rows nothing keeps them in their places while the dialog is open.
    act(() => within(first).getByRole('button', { name: 'Tilbakestill' }).focus());
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('radio', { name: 'Test' }));
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(screen.queryByRole('listitem', { name: 'Alarm: A' })).toBeNull());
    await vi.waitFor(async () => expect(document.activeElement).toBe(await row('B')));
  });

  it('gives the focus to the page when the last alarm is reset', async () => {
    await show(alarmRecord({ deviceName: 'A', abilities: ['reset'] }));
    fetched.mockImplementation(after('A', { state: 'reset', resetBy: kari, abilities: [] }));
    await press('A', 'Tilbakestill');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Test' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Tilbakestill' }));
    await vi.waitFor(() => expect(document.activeElement?.id).toBe('main'));
  });

  it('keeps the focus on its button when the reset is called off', async () => {
    await show(...three());
    await press('B', 'Tilbakestill');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Avbryt' }));
    const reset = within(await row('B')).getByRole('button', { name: 'Tilbakestill' });
    await vi.waitFor(() => expect(document.activeElement).toBe(reset));
    expect(asked()).toEqual([]);
  });
});

describe('an action that fails', () => {
  it('shows the reason in the row, keeps the button, and removes the text at the next attempt', async () => {
    await show(...three());
    fetched.mockRejectedValue(new TypeError('network'));
    await press('B', 'Ta alarmen');
    const failure = await within(await row('B')).findByRole('alert');
    expect(failure.textContent).toMatch(/^Kunne ikke ta alarmen\. ./);
    expect(within(await row('A')).queryByRole('alert')).toBeNull();
    fetched.mockImplementation(after('B', { state: 'claimed', claimedBy: kari, abilities: ['release'] }));
    await press('B', 'Ta alarmen');
    expect(await within(await row('B')).findByText('Du har tatt alarmen')).toBeDefined();
    expect(within(await row('B')).queryByRole('alert')).toBeNull();
  });

  it.each<[button: string, before: Partial<Alarm>, now: Partial<Alarm>]>([
    ['Ta alarmen', {}, { state: 'claimed', claimedBy: kari }],
    ['Slipp alarmen', { state: 'claimed', claimedBy: kari, abilities: ['release'] }, { state: 'open' }],
  ])('is shown no longer when only the answer was lost: %s', async (button, before, now) => {
    const cache = await show(...three(before));
    fetched.mockRejectedValue(new TypeError('network'));
    await press('B', button);
    await within(await row('B')).findByRole('alert');
    const heard = (alarm: Alarm) => (alarm.deviceName === 'B' ? { ...alarm, ...now, rev: 9 } : alarm);
    act(() => {
      cache.setQueryData(alarmsQuery.queryKey, (list) => list && { ...list, alarms: list.alarms.map(heard) });
    });
    expect(within(await row('B')).queryByRole('alert')).toBeNull();
  });

  it('says who was faster', async () => {
    await show(...three());
    fetched.mockImplementation(problem('alreadyClaimed', [{ path: 'claimedBy', message: 'Ola' }]));
    await press('A', 'Ta alarmen');
    expect((await screen.findByRole('alert')).textContent).toBe('Ola tok alarmen før deg.');
  });

  it('says in the row when the dialog that it needs cannot be loaded', async () => {
    const loadDialogs = vi.fn(async () => false);
    const drawn = expectDialogs(loadDialogs);
    await show(...three());
    await press('A', 'Tilbakestill');
    expect((await within(await row('A')).findByRole('alert')).textContent).toMatch(
      /^Kunne ikke vise denne delen av siden\./,
    );
    loadDialogs.mockImplementation(async () => true);
    drawn();
    await press('A', 'Tilbakestill');
    expect(await screen.findByRole('dialog')).toBeDefined();
    expect(within(await row('A')).queryByRole('alert')).toBeNull();
  });
});

describe('a claim', () => {
  const claimed = (claimedBy: Alarm['claimedBy']) =>
    alarmRecord({ deviceName: 'A', state: 'claimed', claimedBy, abilities: ['release', 'reset'] });

  it('of a receiver is released by the message that was answered: a newer one stays', async () => {
    await show(claimed({ userId: null, name: 'Siri Nabo', attemptId: 7 }));
    fetched.mockImplementation(after('A', { state: 'open', claimedBy: null, abilities: ['claim', 'reset'] }));
    await press('A', 'Slipp alarmen');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Slipp alarmen' }));
    const body = JSON.stringify({ claimedBy: null, claimedAttempt: 7 });
    await vi.waitFor(() => expect(asked()).toEqual([['/ajax/alarms/1/release', body]]));
  });

  it('of one’s own is released with one press', async () => {
    await show(claimed(kari));
    fetched.mockImplementation(after('A', { state: 'open', claimedBy: null, abilities: ['claim', 'reset'] }));
    await press('A', 'Slipp alarmen');
    expect(await within(await row('A')).findByRole('button', { name: 'Ta alarmen' })).toBeDefined();
    expect(asked()).toEqual([['/ajax/alarms/1/release', JSON.stringify({ claimedBy: 1, claimedAttempt: null })]]);
  });

  it.each(['Slipp alarmen', 'Tilbakestill'])('of somebody else asks once for a double press on %s', async (name) => {
    await show(claimed(ola));
    await userEvent.dblClick(within(await row('A')).getByRole('button', { name }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked()).toEqual([]);
  });

  it('of somebody else is released after a question that names who has it', async () => {
    await show(claimed(ola));
    await press('A', 'Slipp alarmen');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Ola har tatt alarmen.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    expect(asked()).toEqual([]);
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fetched.mockImplementation(after('A', { state: 'open', claimedBy: null, abilities: ['claim', 'reset'] }));
    await press('A', 'Slipp alarmen');
    const again = await screen.findByRole('dialog');
    await userEvent.click(within(again).getByRole('button', { name: 'Slipp alarmen' }));
    await vi.waitFor(() =>
      expect(asked()).toEqual([['/ajax/alarms/1/release', JSON.stringify({ claimedBy: 2, claimedAttempt: null })]]),
    );
  });
});

describe('Ta alarmen', () => {
  it('says at once that it is under way, and what it was when it could not be done', async () => {
    await show(alarmRecord({ deviceName: 'A' }));
    const claim = Promise.withResolvers<Response>();
    fetched.mockImplementation(() => claim.promise);
    await press('A', 'Ta alarmen');
    const button = within(await row('A')).getByRole('button', { name: 'Tar alarmen …' });
    expect([button.getAttribute('aria-busy'), document.activeElement]).toEqual(['true', button]);
    await userEvent.click(button);
    expect(asked()).toHaveLength(1);
    claim.resolve(Response.json({ code: 'validationFailed' }, { status: 400 }));
    expect(await within(await row('A')).findByRole('button', { name: 'Ta alarmen' })).toBe(button);
    expect(within(await row('A')).getByRole('alert').textContent).toContain('Kunne ikke ta alarmen.');
  });
});

describe('a hand-over', () => {
  const siri = { userId: 3, name: 'Siri Berg' };
  const abilities = ['release', 'handOver', 'reset'] as const;
  const claimed = (by: typeof ola, more: Partial<Alarm> = {}) =>
    alarmRecord({ deviceName: 'A', state: 'claimed', claimedBy: by, abilities: [...abilities], ...more });
  const seen = { roles: ['RESTRICTED_USER'], isThere: false };
  const listed = (users: object[]) => users.map((user) => ({ ...seen, ...user }));
  /** The server lists these colleagues, and answers a hand-over. */
  const serve = (users: object[], handOver: () => Promise<Response>) =>
    fetched.mockImplementation(async (url) =>
      url.endsWith('/handlers') ? Response.json({ users: listed(users), more: false, centre: null }) : handOver(),
    );

  it('goes to the chosen colleague, and the row shows that it is not confirmed', async () => {
    await show(claimed(kari));
    serve([ola, siri], after('A', { claimedBy: siri, handedOverBy: kari }));
    await press('A', 'Overfør');
    const dialog = await screen.findByRole('dialog', { name: 'Overfør alarmen: A' });
    await userEvent.click(await within(dialog).findByRole('radio', { name: /^Siri Berg/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Overfør' }));
    expect(await within(await row('A')).findByText('Venter på Siri Berg')).toBeDefined();
    expect(asked()).toEqual([
      ['/ajax/alarms/1/hand-over', JSON.stringify({ claimedBy: 1, claimedAttempt: null, userId: 3 })],
    ]);
  });

  it('goes to a colleague who is found by a search among many, and stays in sight with the next search', async () => {
    await show(claimed(kari));
    const handOver = after('A', { claimedBy: siri, handedOverBy: kari });
    fetched.mockImplementation(async (url) => {
      if (url.endsWith('/handlers')) return Response.json({ users: listed([ola]), more: true });
      if (url.endsWith('/handlers?search=siri')) return Response.json({ users: listed([siri]), more: false });
      return url.includes('/handlers') ? Response.json({ users: [], more: false }) : handOver();
    });
    await press('A', 'Overfør');
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('radio', { name: /^Ola/ });
    expect(dialog.getByText('Det finnes flere kolleger. Søk for å finne dem.')).toBeDefined();
    const search = dialog.getByLabelText('Søk etter en kollega');
    await userEvent.type(search, 'siri');
    await userEvent.click(await dialog.findByRole('radio', { name: /^Siri Berg/ }));
    await userEvent.type(search, 'x');
    await dialog.findByText('Ingen treff.');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Siri Berg/ }).checked).toBe(true);
    await userEvent.click(dialog.getByRole('button', { name: 'Overfør' }));
    expect(await within(await row('A')).findByText('Venter på Siri Berg')).toBeDefined();
  });

  it('goes to the alarm centre of the device where there is one, with the claim that is seen', async () => {
    await show(claimed(kari));
    const handOver = after('A', { state: 'open', claimedBy: null, escalatedTo: 'Nordvakt' });
    fetched.mockImplementation(async (url) =>
      url.endsWith('/handlers') ? Response.json({ users: [], more: false, centre: 'Nordvakt' }) : handOver(),
    );
    await press('A', 'Overfør');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/^Nordvakt får alarmen med én gang/)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Overfør til alarmsentralen' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked()).toEqual([['/ajax/alarms/1/escalation', JSON.stringify({ claimedBy: 1, claimedAttempt: null })]]);
  });

  it('shows with each colleague the role, and who has Varde open now', async () => {
    await show(claimed(kari));
    serve([{ ...siri, roles: ['AHP', 'FIRM'], isThere: true }, ola], after('A', {}));
    await press('A', 'Overfør');
    const dialog = within(await screen.findByRole('dialog'));
    const names = (await dialog.findAllByRole('radio')).map((each) => each.getAttribute('aria-label'));
    expect(names).toEqual([
      'Siri Berg, Har Varde åpent nå · Alarmoperatør · Kundeadministrator',
      'Ola, Har ikke Varde åpent · Bruker med begrenset tilgang',
    ]);
    expect(dialog.getByText('Har Varde åpent nå · Alarmoperatør · Kundeadministrator')).toBeDefined();
  });

  it('offers no alarm centre where there is none', async () => {
    await show(claimed(kari));
    serve([ola], after('A', {}));
    await press('A', 'Overfør');
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('radio', { name: /^Ola/ });
    expect(dialog.queryByText(/alarmsentralen/)).toBeNull();
  });

  it('is not sent without a colleague, nor when it is cancelled', async () => {
    await show(claimed(kari));
    serve([ola], after('A', {}));
    await press('A', 'Overfør');
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('radio', { name: /^Ola/ });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Overfør' }));
    expect(within(dialog).getByText('Velg hvem som skal ha alarmen.')).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked()).toEqual([]);
    expect(within(await row('A')).queryByRole('alert')).toBeNull();
  });

  it('of another’s alarm warns that somebody may be on the way, and one’s own does not', async () => {
    await show(claimed(ola));
    serve([siri], after('A', {}));
    await press('A', 'Overfør');
    expect((await screen.findByRole('note')).textContent).toContain('Ola har tatt alarmen');
  });

  it('to the user is confirmed by a claim, and can be handed on or released at once', async () => {
    await show(claimed(kari, { handedOverBy: ola, abilities: ['claim', ...abilities] }));
    const item = await row('A');
    expect(within(item).getByText('Overført til deg av Ola')).toBeDefined();
    for (const name of ['Slipp alarmen', 'Overfør', 'Tilbakestill'])
      expect(within(item).getByRole('button', { name })).toBeDefined();
    fetched.mockImplementation(after('A', { claimedBy: kari, handedOverBy: null, abilities: [...abilities] }));
    await press('A', 'Ta alarmen');
    expect(await within(await row('A')).findByText('Du har tatt alarmen')).toBeDefined();
    expect(asked()).toEqual([['/ajax/alarms/1/claim', null]]);
  });

  it('to the user is announced, and one to somebody else is not', async () => {
    const cache = await show(claimed(ola), { ...claimed(ola), alarmId: 2, deviceName: 'B' });
    const announcer = () => document.querySelector('[aria-live="assertive"]')?.textContent;
    await vi.waitFor(() => expect(announcer()).toContain(': B,'));
    const handed = (alarm: Alarm, to: typeof ola, may: Alarm['abilities']): Alarm => ({
      ...alarm,
      claimedBy: to,
      handedOverBy: ola,
      abilities: may,
      rev: 2,
    });
    const [a, b] = alarms as [Alarm, Alarm];
    act(() => {
      cache.setQueryData(alarmsQuery.queryKey, {
        alarms: [handed(a, kari, ['claim', ...abilities]), handed(b, siri, [...abilities])],
        nextCursor: null,
        rev: 2,
      });
    });
    await vi.waitFor(() => expect(announcer()).not.toContain(': B,'));
    expect(announcer()).toContain(': A,');
  });
});
