import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { numberFaults } from '@varde/contract/event-setup-form';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#data/api/api-error.ts';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { receiverRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ListEditor } from './list-editor.tsx';
import type { ListCalls, NotificationList } from './use-list-draft.ts';

beforeAll(() => withDevicePageTexts(async () => undefined));

const receiver = (receiverId: number, name: string) => receiverRecord({ receiverId, name });
const kari = receiver(1, 'Kari');
const ola = receiver(2, 'Ola');
const ownList: NotificationList = {
  ...{ source: { kind: 'device' }, rev: 4, receivers: [kari, ola], mayEdit: true },
  ...{ repeats: 0, pauseSeconds: 300, continueAbove: false, above: [] },
  rights: { mobile: 'change', email: 'change' },
  kinRights: [],
  unavailable: [],
  limited: false,
  region: 'NO',
};
const once = { repeats: 0, pauseSeconds: 300, continueAbove: false };
const inherited: NotificationList = {
  ...ownList,
  source: { kind: 'customer', custId: 7, customerName: 'Solvik kommune' },
  rev: 0,
};

async function show(
  list: NotificationList,
  { centre, ...fields }: Partial<ListCalls> & { centre?: { firmName: string } } = {},
) {
  const countries = [
    { region: 'FI', prefix: '+358' },
    { region: 'NO', prefix: '+47' },
    { region: 'SE', prefix: '+46' },
  ];
  vi.stubGlobal('fetch', async (url: string) => {
    expect(url).toBe('/ajax/eventSetup/countries');
    return Response.json({ countries });
  });
  const calls = {
    save: vi.fn().mockResolvedValue({ rev: 5 }),
    remove: vi.fn(),
    ask: vi.fn(),
    reload: vi.fn(),
    ...fields,
  };
  await renderPage(
    <ModalsProvider>
      <ListEditor list={list} own={list.source.kind === 'device'} owner={{ deviId: 7 }} calls={calls} centre={centre} />
      <Notifications />
    </ModalsProvider>,
  );
  return { calls, user: userEvent.setup() };
}
const names = () => screen.getAllByRole('listitem').map((row) => row.querySelector('strong')?.textContent);
const press = (name: string) => screen.getByRole('button', { name });

describe('the notification list', () => {
  it('is read only where it is inherited, until the device gets a copy of its own', async () => {
    const { calls, user } = await show(inherited);
    expect(screen.getByText('Arvet fra Solvik kommune')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Ny mottaker' })).toBeNull();
    await user.click(press('Lag egen liste'));
    await user.click(press('Lagre'));
    expect(calls.save).toHaveBeenCalledExactlyOnceWith({ rev: 0, receivers: [kari, ola], ...once });
  });

  it('has no buttons for users who may not edit it', async () => {
    await show({ ...ownList, mayEdit: false });
    expect(within(screen.getByRole('region', { name: 'Mottakere' })).queryAllByRole('button')).toEqual([]);
  });

  it('keeps what is changed while it is being saved, for the next save', async () => {
    const saved = Promise.withResolvers<{ rev: number }>();
    const save = vi.fn().mockReturnValueOnce(saved.promise).mockResolvedValue({ rev: 6 });
    const { user } = await show(ownList, { save });
    await user.click(press('Flytt Ola opp'));
    await user.click(press('Lagre'));
    await user.click(press('Fjern Kari'));
    saved.resolve({ rev: 5 });
    await vi.waitFor(() => expect(press('Lagre').hasAttribute('data-loading')).toBe(false));
    expect(names()).toEqual(['Ola']);
    await user.click(press('Lagre'));
    expect(save).toHaveBeenLastCalledWith({ rev: 5, receivers: [ola], ...once });
  });

  it('is sorted by buttons, which keep the focus, and saved whole in its order', async () => {
    const { calls, user } = await show(ownList);
    press('Flytt Ola opp').focus();
    await user.keyboard('{Enter}');
    expect(names()).toEqual(['Ola', 'Kari']);
    expect(document.activeElement).toBe(press('Flytt Ola opp'));
    await user.keyboard('{Enter}');
    expect(names()).toEqual(['Ola', 'Kari']);
    await user.click(press('Lagre'));
    expect(calls.save).toHaveBeenCalledExactlyOnceWith({ rev: 4, receivers: [ola, kari], ...once });
  });

  it.each([
    ['by nobody', {}, false],
    ['by the alarm centre', { centre: { firmName: 'Nordvakt' } }, true],
  ] as const)('cannot move its last receiver down, who is followed %s', async (_, fields, waits) => {
    const { user } = await show(ownList, fields);
    expect(press('Flytt Ola ned').ariaDisabled).toBe('true');
    expect(press('Flytt Kari ned').ariaDisabled).toBe('false');
    await user.click(press('Flytt Ola ned'));
    expect(screen.queryByRole('button', { name: 'Lagre' }), 'nothing has changed').toBeNull();
    const last = screen.getAllByRole('listitem')[1]?.textContent ?? '';
    expect(last.includes('Vent så')).toBe(waits);
  });

  it('names a fault at its field before a receiver is added', async () => {
    const { user } = await show(ownList);
    await user.click(press('Ny mottaker'));
    const dialog = await screen.findByRole('dialog', { name: 'Ny mottaker' });
    await user.click(within(dialog).getByRole('button', { name: 'Legg til' }));
    expect(within(dialog).getByText('Skriv inn et navn.')).toBeDefined();
    expect(within(dialog).getByText('Skriv inn et gyldig mobilnummer.')).toBeDefined();
    await user.type(within(dialog).getByLabelText(/^Navn/), 'Per');
    await user.type(within(dialog).getByLabelText('Mobilnummer'), '90000003');
    await user.click(within(dialog).getByRole('button', { name: 'Legg til' }));
    await vi.waitFor(() => expect(names()).toEqual(['Kari', 'Ola', 'Per']));
  });

  it('shows a fault that the server found at its receiver, and keeps the input', async () => {
    const fault = new ApiError('validationFailed', [{ path: 'receivers.0.mobile', message: '' }]);
    const { user } = await show(ownList, { save: vi.fn().mockRejectedValue(fault) });
    await user.click(press('Flytt Ola opp'));
    await user.click(press('Lagre'));
    const row = (await screen.findByRole('alert')).closest('li');
    expect(row?.textContent).toContain('Ola');
    expect(row?.textContent).toContain('Dette er ikke et gyldig mobilnummer.');
    expect(names()).toEqual(['Ola', 'Kari']);
  });

  it.each([
    ['noSms', 'kan ikke få SMS'],
    ['premium', 'betalingsnummer'],
    ['ofDevice', 'nummeret til enheten selv'],
    ['ofVarde', 'nummeret som Varde sender fra'],
    ['invalid', 'ikke et gyldig telefonnummer'],
  ] as const)('says why the server refused a number: %s', async (reason, text) => {
    const fault = { path: 'receivers.0.mobile', message: numberFaults[reason] };
    const save = vi.fn().mockRejectedValue(new ApiError('validationFailed', [fault]));
    const { user } = await show(ownList, { save });
    await user.click(press('Flytt Ola opp'));
    await user.click(press('Lagre'));
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });

  it('puts the prefix of the country before a number, the one of the market unless another is chosen or typed [C7.48 C3.77]', async () => {
    const { calls, user } = await show({ ...ownList, region: 'SE' });
    await user.click(press('Endre Kari'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Endre mottaker' }));
    const country = await dialog.findByLabelText<HTMLSelectElement>('Landkode');
    const number = dialog.getByLabelText<HTMLInputElement>('Mobilnummer');
    await vi.waitFor(() => expect([country.value, number.value]).toEqual(['NO', '90000001']));
    await user.clear(number);
    await user.type(number, '701740605');
    await user.selectOptions(country, 'Sverige (+46)');
    await user.click(dialog.getByRole('button', { name: 'Endre' }));
    await user.click(press('Ny mottaker'));
    const added = within(await screen.findByRole('dialog', { name: 'Ny mottaker' }));
    const chosen = added.getByLabelText<HTMLSelectElement>('Landkode');
    expect(chosen.selectedOptions[0]?.textContent).toBe('Sverige (+46)');
    await user.type(added.getByLabelText(/^Navn/), 'Aino');
    await user.type(added.getByLabelText('Mobilnummer'), '+358401234567');
    expect(chosen.selectedOptions[0]?.textContent).toBe('Finland (+358)');
    await user.click(added.getByRole('button', { name: 'Legg til' }));
    await user.click(press('Lagre'));
    const saved = vi
      .mocked(calls.save)
      .mock.calls[0]?.[0].receivers.map(({ mobile }: { mobile: string | null }) => mobile);
    expect(saved).toEqual(['+46701740605', ola.mobile, '+358401234567']);
  });

  it('names who has changed it meanwhile, and fetches that list', async () => {
    const conflict = new ApiError('listChanged', [{ path: 'changedBy', message: 'Leif Leder' }]);
    const { calls, user } = await show(ownList, { save: vi.fn().mockRejectedValue(conflict) });
    await user.click(press('Fjern Kari'));
    await user.click(press('Lagre'));
    expect((await screen.findByRole('alert')).textContent).toContain('Endret av Leif Leder.');
    await user.click(press('Hent den nye listen'));
    expect(calls.reload).toHaveBeenCalledOnce();
    expect(names()).toEqual(['Kari', 'Ola']);
  });

  it('keeps what is changed here when the list of another device has changed meanwhile, and names that one', async () => {
    const conflict = new ApiError('listChanged', [
      { path: 'changedBy', message: 'Leif Leder' },
      { path: 'device', message: 'Hytta' },
    ]);
    const { calls, user } = await show(ownList, {
      save: vi.fn().mockRejectedValueOnce(conflict).mockResolvedValue({ rev: 5 }),
    });
    await user.click(press('Fjern Kari'));
    await user.click(press('Lagre'));
    const said = (await screen.findByRole('alert')).textContent;
    expect(said).toContain('Andre har endret listen til Hytta.');
    expect(said).toContain('Endret av Leif Leder.');
    expect(screen.queryByRole('button', { name: 'Hent den nye listen' })).toBeNull();
    expect(calls.reload, 'the other devices are shown as they are now').toHaveBeenCalledOnce();
    expect(names()).toEqual(['Ola']);
    await user.click(press('Lagre'));
    expect(calls.save).toHaveBeenLastCalledWith({ rev: 4, receivers: [ola], ...once });
    await vi.waitFor(() => expect(screen.queryByText('Andre har endret listen til Hytta.')).toBeNull());
  });

  it('is removed only after a question', async () => {
    const { calls, user } = await show(ownList);
    await user.click(press('Gå tilbake til arvet liste'));
    const dialog = await screen.findByRole('dialog');
    expect(calls.remove).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole('button', { name: 'Gå tilbake til arvet liste' }));
    await vi.waitFor(() => expect(calls.remove).toHaveBeenCalledOnce());
  });

  it('begins again until somebody takes the alarm, or so often, after a pause: in words, and saved with it', async () => {
    const { calls, user } = await show({ ...ownList, repeats: null });
    const words = () => document.body.textContent;
    expect(words()).toContain(
      'etter 60 s Ola (SMS), deretter begynner listen på nytt etter 5 min, til noen tar alarmen.',
    );
    await user.selectOptions(screen.getByLabelText('Når ingen tar alarmen, begynner listen på nytt'), '3 ganger');
    await user.selectOptions(screen.getByLabelText('Pause før listen begynner på nytt'), '10 min');
    expect(words()).toContain('deretter begynner listen på nytt etter 10 min, inntil 3 ganger.');
    await user.click(press('Lagre'));
    expect(calls.save).toHaveBeenCalledExactlyOnceWith({
      ...{ rev: 4, receivers: [kari, ola], repeats: 3, pauseSeconds: 600, continueAbove: false },
    });
  });

  it('begins again until somebody takes the alarm, when it is the first one', async () => {
    const none: NotificationList = { ...ownList, source: { kind: 'none' }, receivers: [], rev: 0 };
    const { calls, user } = await show(none);
    await user.click(press('Lag egen liste'));
    await user.click(press('Lagre'));
    expect(vi.mocked(calls.save).mock.calls[0]?.[0]).toMatchObject({ repeats: null, pauseSeconds: 300 });
  });

  it('keeps its end when receivers change, and the end of the inherited one when it is copied', async () => {
    const end = { repeats: 2, pauseSeconds: 90 };
    const { calls, user } = await show({ ...inherited, ...end });
    expect(screen.queryByLabelText('Pause før listen begynner på nytt')).toBeNull();
    expect(document.body.textContent).toContain('begynner listen på nytt etter 1,5 min, inntil 2 ganger');
    await user.click(press('Lag egen liste'));
    await user.click(press('Fjern Kari'));
    await user.click(press('Lagre'));
    expect(vi.mocked(calls.save).mock.calls[0]?.[0]).toMatchObject(end);
  });

  it('says in words who is told, and warns when nobody is', async () => {
    const { user } = await show(ownList);
    expect(document.body.textContent).toContain('Ved Alarm kl. 03: først Kari (SMS), etter 60 s Ola (SMS).');
    await user.click(press('Fjern Kari'));
    await user.click(press('Fjern Ola'));
    expect(screen.getByRole('alert').textContent).toBe('Ingen varsles ved alarm.');
    expect(document.body.textContent).toContain('Ved Alarm kl. 03: ingen varsles.');
  });

  it('says beside channel and list that messages wait, and warns of a list that has no other channels', async () => {
    const byBoth = { ...ola, email: 'ola@test.example', hasEmail: true, channels: ['email' as const] };
    const list = { ...ownList, receivers: [kari, byBoth], unavailable: ['sms' as const, 'call' as const] };
    const { user } = await show(list);
    expect(screen.getByText('SMS til +4790000001 (venter)')).toBeDefined();
    expect(screen.getByText('E-post til ola@test.example')).toBeDefined();
    expect(screen.getByText(/^Varde kan ikke sende SMS ennå/)).toBeDefined();
    expect(screen.queryByText(/^Varde kan ikke ringe ennå/)).toBeNull();
    expect(screen.queryByText('Ingen varsles ved alarm.')).toBeNull();
    await user.click(press('Endre Ola'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Endre mottaker' }));
    expect(dialog.queryByRole('status')).toBeNull();
    await user.click(dialog.getByLabelText('Anrop'));
    expect(dialog.getByRole('status').textContent).toContain('Varde kan ikke ringe ennå');
    await user.click(dialog.getByLabelText('E-post'));
    await user.click(dialog.getByRole('button', { name: 'Endre' }));
    expect(await screen.findByText('Ingen varsles ved alarm.')).toBeDefined();
  });

  it('asks a private user only who is told and how, and keeps the rest', async () => {
    const byNight = { ...kari, events: ['fire' as const], hours: { from: 0, to: 60 }, waitSeconds: 5 };
    const { calls, user } = await show({ ...ownList, receivers: [byNight], limited: true });
    await user.click(press('Endre Kari'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Endre mottaker' }));
    for (const label of [/^Alarmer/, /^Bare en del av døgnet/, /^Ventetid/])
      expect(dialog.queryByLabelText(label)).toBeNull();
    await user.type(dialog.getByLabelText(/^Navn/), ' Moe');
    await user.click(dialog.getByRole('button', { name: 'Endre' }));
    await user.click(press('Lagre'));
    expect(vi.mocked(calls.save).mock.calls[0]?.[0].receivers).toEqual([{ ...byNight, name: 'Kari Moe' }]);
  });

  it('keeps numbers and addresses that the user may not see, and asks for none [C6.27]', async () => {
    const hidden = { ...kari, mobile: null, hasEmail: true, channels: ['sms' as const, 'email' as const] };
    const rights = { mobile: 'none' as const, email: 'read' as const };
    const list = { ...ownList, receivers: [{ ...hidden, email: 'kari@test.example' }], rights };
    const { calls, user } = await show(list);
    expect(screen.getByText('SMS · E-post til kari@test.example')).toBeDefined();
    await user.click(press('Endre Kari'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Endre mottaker' }));
    expect(dialog.getByText('Mobilnummeret vises ikke for deg.')).toBeDefined();
    expect(dialog.queryByLabelText('Mobilnummer')).toBeNull();
    expect(dialog.getByLabelText<HTMLInputElement>('E-postadresse').readOnly).toBe(true);
    await user.click(dialog.getByLabelText('Anrop'));
    await user.click(dialog.getByRole('button', { name: 'Endre' }));
    await user.click(press('Lagre'));
    const [receiver] = vi.mocked(calls.save).mock.calls[0]?.[0].receivers ?? [];
    expect(receiver).toMatchObject({ receiverId: 1, mobile: null, channels: ['sms', 'call', 'email'] });
    await user.click(press('Ny mottaker'));
    const added = within(await screen.findByRole('dialog', { name: 'Ny mottaker' }));
    await user.click(added.getByRole('button', { name: 'Legg til' }));
    expect(added.getByRole('alert').textContent).toBe('Du har ikke tilgang til å legge inn mobilnummer.');
  });

  it('names the channels of a receiver in words, and asks for a number for a call', async () => {
    const all = {
      ...kari,
      email: 'kari@test.example',
      hasEmail: true,
      channels: ['sms', 'call', 'email'] as const,
    };
    const list = { ...ownList, receivers: [{ ...all, channels: [...all.channels] }] };
    const { calls, user } = await show(list);
    expect(document.body.textContent).toContain('Ved Alarm kl. 03: først Kari (SMS, anrop og e-post).');
    await user.click(press('Ny mottaker'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ny mottaker' }));
    await user.type(dialog.getByLabelText(/^Navn/), 'Ola');
    await user.click(dialog.getByLabelText('SMS'));
    await user.click(dialog.getByLabelText('Anrop'));
    await user.click(dialog.getByRole('button', { name: 'Legg til' }));
    expect(dialog.getByText('Skriv inn et gyldig mobilnummer.')).toBeDefined();
    await user.type(dialog.getByLabelText('Mobilnummer'), '+4790000002');
    await user.click(dialog.getByRole('button', { name: 'Legg til' }));
    expect(await screen.findByText('Anrop til +4790000002')).toBeDefined();
    await user.click(press('Lagre'));
    const saved = vi.mocked(calls.save).mock.calls[0]?.[0];
    expect(JSON.stringify(saved)).toContain('"channels":["call"]');
  });
});

describe('a receiver whose number waits to be confirmed', () => {
  const waiting = { ...ownList, receivers: [{ ...kari, isUnconfirmed: true }, ola] };
  const row = () => within(screen.getByText('Kari').closest('li') ?? document.body);

  it('says so, and is asked again at the press of a button', async () => {
    const ask = vi.fn().mockResolvedValue(undefined);
    const { user } = await show(waiting, { ask });
    expect(row().getByText(/Venter på bekreftelse.*bare den første meldingen om hver alarm/)).toBeDefined();
    await user.click(press('Spør på nytt: Kari'));
    expect(ask).toHaveBeenCalledExactlyOnceWith(1);
    expect(await screen.findByText('Kari har fått en SMS til.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Spør på nytt: Ola' })).toBeNull();
  });

  it('is asked once a day, which the row says', async () => {
    const ask = vi.fn().mockRejectedValue(new ApiError('tooManyRequests'));
    const { user } = await show(waiting, { ask });
    await user.click(press('Spør på nytt: Kari'));
    expect(await row().findByText(/spurt det siste døgnet/)).toBeDefined();
  });

  it('is asked by those alone who edit the list, and not in the middle of that', async () => {
    const { user } = await show(waiting);
    await user.click(press('Fjern Ola'));
    expect(screen.queryByRole('button', { name: 'Spør på nytt: Kari' })).toBeNull();
    expect(row().getByText(/Venter på bekreftelse/)).toBeDefined();
  });
});
