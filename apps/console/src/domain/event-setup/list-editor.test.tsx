import { ModalsProvider } from '@mantine/modals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
  rights: { mobile: 'change', email: 'change' },
};
const inherited: NotificationList = {
  ...ownList,
  source: { kind: 'customer', custId: 7, customerName: 'Solvik kommune' },
  rev: 0,
};

async function show(list: NotificationList, fields: Partial<ListCalls> = {}) {
  const calls = { save: vi.fn().mockResolvedValue({ rev: 5 }), remove: vi.fn(), reload: vi.fn(), ...fields };
  await renderPage(
    <ModalsProvider>
      <ListEditor list={list} own={list.source.kind === 'device'} owner={{ deviId: 7 }} calls={calls} />
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
    expect(calls.save).toHaveBeenCalledExactlyOnceWith({ rev: 0, receivers: [kari, ola] });
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
    expect(save).toHaveBeenLastCalledWith({ rev: 5, receivers: [ola] });
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
    expect(calls.save).toHaveBeenCalledExactlyOnceWith({ rev: 4, receivers: [ola, kari] });
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

  it('is removed only after a question', async () => {
    const { calls, user } = await show(ownList);
    await user.click(press('Gå tilbake til arvet liste'));
    const dialog = await screen.findByRole('dialog');
    expect(calls.remove).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole('button', { name: 'Gå tilbake til arvet liste' }));
    await vi.waitFor(() => expect(calls.remove).toHaveBeenCalledOnce());
  });

  it('says in words who is told, and warns when nobody is', async () => {
    const { user } = await show(ownList);
    expect(document.body.textContent).toContain('Ved Alarm kl. 03: først Kari (SMS), etter 60 s Ola (SMS).');
    await user.click(press('Fjern Kari'));
    await user.click(press('Fjern Ola'));
    expect(screen.getByRole('alert').textContent).toBe('Ingen varsles ved alarm.');
    expect(document.body.textContent).toContain('Ved Alarm kl. 03: ingen varsles.');
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
