import { ModalsProvider } from '@mantine/modals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Alarm } from '@varde/contract/alarms';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { expectDialogs } from '#kit/dialogs/dialogs-ready.ts';
import { alarmRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { AlarmRegion } from './alarm-region.tsx';
import { useAlarms } from './use-alarms.ts';

const kari = { userId: 1, name: 'Kari Nes' };
const ola = { userId: 2, name: 'Ola' };
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const answer =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });
const problem = (code: string, errors: unknown[] = []) => answer({ code, errors }, 409);
/** What was asked of the server, the alarms themselves left out. */
const asked = () =>
  fetched.mock.calls.flatMap(([url, { method, body }]) => (method === 'GET' ? [] : [[url, body ?? null]]));

function Page() {
  return (
    <ModalsProvider>
      <main id="main" tabIndex={-1}>
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
/** Of the three, `B` is in the middle. */
const three = (fields: Partial<Alarm> = {}) =>
  ['A', 'B', 'C'].map((deviceName, index) =>
    alarmRecord({ alarmId: index + 1, deviceName, lastSignalAt: 1000 - index, ...fields }),
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
  it('keeps the keyboard after the claim, and its buttons are of no use for a press right after it', async () => {
    await show(...three());
    const claimed = { state: 'claimed' as const, claimedBy: kari, abilities: ['release', 'reset'] as const };
    fetched.mockImplementation(after('B', { ...claimed, abilities: [...claimed.abilities] }));
    await press('B', 'Ta alarmen');
    const item = await row('B');
    expect(await within(item).findByText('Du har tatt alarmen')).toBeDefined();
    expect(document.activeElement).toBe(item);
    expect(item.ariaDisabled).toBe('true');
    await vi.waitFor(() => expect(item.ariaDisabled).toBeNull());
  });

  it('keeps the keyboard when somebody else claims it under the hand', async () => {
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
      await userEvent.selectOptions(within(dialog).getByLabelText(/^Hva hadde skjedd/), 'Test');
      await userEvent.click(within(dialog).getByRole('button', { name: 'Tilbakestill' }));
      await vi.waitFor(async () => expect(document.activeElement).toBe(await row(next)));
      expect(within(await row(name)).getByText('Du har tilbakestilt alarmen')).toBeDefined();
    }
  });

  it('gives the focus to the page when the last alarm is reset', async () => {
    await show(alarmRecord({ deviceName: 'A', abilities: ['reset'] }));
    fetched.mockImplementation(after('A', { state: 'reset', resetBy: kari, abilities: [] }));
    await press('A', 'Tilbakestill');
    const dialog = await screen.findByRole('dialog');
    await userEvent.selectOptions(within(dialog).getByLabelText(/^Hva hadde skjedd/), 'Test');
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
  it('says why in the row, keeps the button, and takes the words away at the next attempt', async () => {
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
  const claimed = (by: typeof ola) =>
    alarmRecord({ deviceName: 'A', state: 'claimed', claimedBy: by, abilities: ['release', 'reset'] });

  it('of one’s own is released with one press', async () => {
    await show(claimed(kari));
    fetched.mockImplementation(after('A', { state: 'open', claimedBy: null, abilities: ['claim', 'reset'] }));
    await press('A', 'Slipp alarmen');
    expect(await within(await row('A')).findByRole('button', { name: 'Ta alarmen' })).toBeDefined();
    expect(asked()).toEqual([['/ajax/alarms/1/release', JSON.stringify({ claimedBy: 1 })]]);
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
      expect(asked()).toEqual([['/ajax/alarms/1/release', JSON.stringify({ claimedBy: 2 })]]),
    );
  });
});
