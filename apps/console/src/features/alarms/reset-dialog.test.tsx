import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Alarm } from '@varde/contract/alarms';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { useAlarms } from '#domain/alarms/use-alarms.ts';
import { isOff } from '../../testing/is-off.ts';
import { alarmRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { AlarmRegion } from './alarm-region.tsx';

const kari = { userId: 1, name: 'Kari Nes' };
const ola = { userId: 2, name: 'Ola Berg' };
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
/** The bodies of the resets that were sent. */
const sent = () =>
  fetched.mock.calls.flatMap(([url, { body }]) => (url.endsWith('/reset') ? [JSON.parse(String(body))] : []));

function Page() {
  return (
    <ModalsProvider>
      <main id="main" tabIndex={-1}>
        <AlarmRegion alarms={useAlarms()} />
      </main>
      <Notifications />
    </ModalsProvider>
  );
}

const alarm = alarmRecord({ deviId: 4, deviceName: 'Rom 7', abilities: ['claim', 'reset'], rev: 1 });
let listed: Alarm;
let whenReset: () => Promise<Response>;
beforeEach(() => {
  listed = alarm;
  whenReset = async () => Response.json({ ...listed, state: 'reset', resetBy: kari, rev: 9, abilities: [] });
  fetched.mockReset();
  fetched.mockImplementation(async (url) =>
    url.endsWith('/reset') ? whenReset() : Response.json({ alarms: [listed], nextCursor: null, rev: listed.rev }),
  );
  vi.stubGlobal('fetch', fetched);
});

/** The page with the reset dialog open and filled in. */
async function open() {
  const { cache } = await renderPage(<Page />);
  const become = (fields: Partial<Alarm>) => {
    listed = { ...listed, rev: listed.rev + 1, ...fields };
    return act(async () => {
      cache.setQueryData(alarmsQuery.queryKey, { alarms: [listed], nextCursor: null, rev: listed.rev });
    });
  };
  await become({});
  const row = await screen.findByRole('listitem', { name: 'Alarm: Rom 7' });
  await userEvent.click(within(row).getByRole('button', { name: 'Tilbakestill' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('radio', { name: 'Test' }));
  const press = () => userEvent.click(dialog.getByRole('button', { name: 'Tilbakestill' }));
  return { dialog, become, press };
}
const alerts = (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
  dialog.queryAllByRole('alert').map(({ textContent }) => textContent);

describe('the dialog of a reset', () => {
  it('begins at the outcomes, one of which is required', async () => {
    const { cache } = await renderPage(<Page />);
    await act(async () => cache.setQueryData(alarmsQuery.queryKey, { alarms: [alarm], nextCursor: null, rev: 1 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Tilbakestill' }));
    const dialog = within(await screen.findByRole('dialog'));
    const [first] = dialog.getAllByRole('radio');
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect((first as HTMLInputElement).required).toBe(true);
    expect(dialog.getByText('Hva hadde skjedd?').textContent).toBe('Hva hadde skjedd? *');
  });

  it('leaves a message by which it is undone, where the user may reopen it', async () => {
    whenReset = async () => Response.json({ ...listed, state: 'reset', resetBy: kari, rev: 9, abilities: ['reopen'] });
    const { press } = await open();
    await press();
    const undo = await screen.findByRole('button', { name: 'Angre' });
    fetched.mockImplementation(async () => Response.json({ ...alarm, rev: 10 }));
    await userEvent.click(undo);
    expect(fetched.mock.lastCall?.[0]).toBe('/ajax/alarms/1/reopen');
    await waitFor(() => expect(screen.getByRole('listitem').dataset.state).toBe('open'));
  });

  it('[C7.28] sends the device, the claim and the number of signals that the user has seen', async () => {
    listed = { ...alarm, state: 'claimed', claimedBy: kari, claimedAt: 4000, signalCount: 3 };
    const { press } = await open();
    await press();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([{ handledBy: 'Kari Nes', outcome: 'test', deviceId: 4, claimedAt: 4000, signalCount: 3 }]);
  });

  it.each<[string, Partial<Alarm>, RegExp]>([
    ['a new signal', { signalCount: 2, lastSignalAt: new Date(2026, 10, 20, 12, 5).getTime() }, /på nytt kl\. 12:05/],
    ['the claim of a colleague', { state: 'claimed', claimedBy: ola, claimedAt: 5000 }, /^Ola Berg har nå tatt/],
  ])('says that %s came meanwhile, and takes a second press after it', async (_, change, words) => {
    const { dialog, become, press } = await open();
    await become(change);
    await waitFor(() => expect(alerts(dialog)).toEqual([expect.stringMatching(words)]));
    await press();
    expect(sent()).toEqual([]);
    expect(alerts(dialog)).toEqual([expect.stringMatching(words), expect.stringMatching(/^Alarmen er endret\./)]);
    await press();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { claimedAt, signalCount } = listed;
    expect(sent()).toMatchObject([{ claimedAt, signalCount }]);
  });

  it('says that the claimant has released the alarm, or that somebody has reset it, which cannot be done again', async () => {
    listed = { ...alarm, state: 'claimed', claimedBy: ola, claimedAt: 4000 };
    const { dialog, become } = await open();
    expect(dialog.getByRole('note').textContent).toContain('Ola Berg');
    await become({ state: 'open', claimedBy: null, claimedAt: null });
    const released = 'Alarmen er sluppet, og ingen har tatt den.';
    await waitFor(() => expect(alerts(dialog)).toEqual([released]));
    expect(dialog.queryByRole('note')).toBeNull();
    await become({ state: 'reset', resetBy: ola });
    await waitFor(() => expect(alerts(dialog)).toEqual(['Ola Berg har tilbakestilt alarmen.']));
    expect(isOff(dialog.getByRole<HTMLButtonElement>('button', { name: 'Tilbakestill' }))).toBe(true);
  });

  it('is not disturbed by what the user does in another window, nor by a change of the place', async () => {
    const { dialog, become, press } = await open();
    await become({ state: 'claimed', claimedBy: kari, claimedAt: 5000, place: 'Stua' });
    expect(alerts(dialog)).toEqual([]);
    await press();
    await waitFor(() => expect(sent()).toMatchObject([{ claimedAt: 5000 }]));
  });

  it('shows a refusal because the alarm has changed, and then what has changed', async () => {
    const { dialog, press } = await open();
    listed = { ...listed, signalCount: 2, rev: 8 };
    whenReset = async () => Response.json({ code: 'alarmChanged' }, { status: 409 });
    await press();
    await waitFor(() =>
      expect(alerts(dialog)).toEqual([
        expect.stringMatching(/^Alarmen ble utløst på nytt/),
        expect.stringMatching(/^Alarmen er endret siden du så den/),
      ]),
    );
  });

  it('says beside the responder that the server refuses this name', async () => {
    const { dialog, press } = await open();
    whenReset = async () =>
      Response.json({ code: 'validationFailed', errors: [{ path: 'handledBy' }] }, { status: 400 });
    await press();
    const responder = dialog.getByRole('textbox', { name: /^Håndtert av/ });
    await waitFor(() => expect(responder.getAttribute('aria-invalid')).toBe('true'));
  });

  it('is done when the answer was lost and the live channel tells that the user has reset the alarm', async () => {
    const { dialog, become, press } = await open();
    whenReset = async () => Promise.reject(new TypeError('network'));
    await press();
    await waitFor(() => expect(alerts(dialog)).toHaveLength(1));
    await become({ state: 'reset', resetBy: kari });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
