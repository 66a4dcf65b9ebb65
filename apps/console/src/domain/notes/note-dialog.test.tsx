import { ModalsProvider } from '@mantine/modals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Note } from '@varde/contract/notes';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { DeviceHeader } from '../device/device-header.tsx';
import { openNoteDialog } from './note-dialog.tsx';
import { NotePanel } from './note-panel.tsx';

const stored: Note = {
  id: 5,
  deviId: 1,
  note: 'Hører dårlig',
  sms: false,
  lastChanged: new Date(2026, 10, 22, 9, 5, 7).getTime(),
  log: { changedBy: 'Kari Nes' },
  abilities: ['edit'],
};
let answers: { get: Note; put: Response };
const fetched = vi.fn<typeof fetch>();

beforeAll(() => withDevicePageTexts(async () => undefined));
beforeEach(() => {
  answers = { get: stored, put: Response.json({ ...stored, id: 6, note: 'Ny' }) };
  fetched.mockReset();
  fetched.mockImplementation(async (url, init) => {
    if (init?.method === 'PUT') return answers.put;
    return Response.json(String(url).includes('/note') ? answers.get : { commands: [] });
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

const sent = () =>
  fetched.mock.calls.filter(([, init]) => init?.method === 'PUT').map(([, init]) => JSON.parse(String(init?.body)));
async function open() {
  await renderPage(<ModalsProvider />);
  act(() => void openNoteDialog(deviceDetail({ abilities: ['note'] })));
  const dialog = await screen.findByRole('dialog', { name: 'Notat om Rom 101' });
  return { dialog, text: await within(dialog).findByLabelText<HTMLTextAreaElement>('Notat') };
}
const save = (dialog: HTMLElement) => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Lagre' });
const confirmation = (dialog: HTMLElement) => within(dialog).findByText('Lagre notatet?');

it('opens with the note, and closing removes it', async () => {
  const { dialog, text } = await open();
  expect(text.value).toBe('Hører dårlig');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('[D4.034] a changed note is saved after confirmation, and not when that is cancelled', async () => {
  const { dialog, text } = await open();
  expect(isOff(save(dialog))).toBe(true);
  fireEvent.change(text, { target: { value: 'Ny' } });
  fireEvent.click(within(dialog).getByLabelText('Ta med notatet i alarmmeldinger'));
  fireEvent.click(save(dialog));
  await confirmation(dialog);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Notat').value).toBe('Ny');
  expect(sent()).toEqual([]);
  fireEvent.click(save(dialog));
  await confirmation(dialog);
  fireEvent.click(save(dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([{ id: 5, note: 'Ny', sms: true }]);
});

it('[D5.018] the field accepts 256 characters and shows how many are left', async () => {
  answers.get = { ...stored, note: 'a'.repeat(254) };
  const { dialog, text } = await open();
  expect(within(dialog).getByText('2 tegn igjen')).toBeDefined();
  await userEvent.type(text, 'bcd');
  expect(text.value).toBe(`${'a'.repeat(254)}bc`);
});

it('[D9.009] the note shows when it was changed, as day, month, year and time, and by whom', async () => {
  await open();
  expect(screen.getByText('Sist endret 22.11.2026 09:05 av Kari Nes')).toBeDefined();
});

it('[D5.019 D5.023] a note that the user may not edit is read-only', async () => {
  answers.get = { ...stored, abilities: [] };
  const { dialog, text } = await open();
  expect(text.readOnly).toBe(true);
  expect(within(dialog).queryByRole('button', { name: 'Lagre' })).toBeNull();
  expect(within(dialog).getByLabelText<HTMLInputElement>('Ta med notatet i alarmmeldinger').disabled).toBe(true);
});

it('a note that somebody else has changed keeps the typed text and says so', async () => {
  answers.put = Response.json(
    { type: 'about:blank', status: 409, code: 'noteChanged', title: '' },
    { status: 409, headers: { 'content-type': 'application/problem+json' } },
  );
  const { dialog, text } = await open();
  fireEvent.change(text, { target: { value: '' } });
  fireEvent.click(save(dialog));
  expect(await within(dialog).findByText('Notatet om Rom 101 fjernes.')).toBeDefined();
  fireEvent.click(save(dialog));
  expect(await within(dialog).findByText(/endret av noen andre/)).toBeDefined();
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Notat').value).toBe('');
});

it('[D4.033 D4.034] the panel asks in a dialog before it saves, and saves nothing when that is cancelled', async () => {
  await renderPage(
    <>
      <ModalsProvider />
      <NotePanel device={deviceDetail({ abilities: ['note'] })} />
    </>,
  );
  fireEvent.change(await screen.findByLabelText('Notat'), { target: { value: '' } });
  const answer = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Lagre' }));
    const dialog = await screen.findByRole('dialog', { name: 'Lagre notatet?' });
    fireEvent.click(within(dialog).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await answer('Avbryt');
  expect(sent()).toEqual([]);
  await answer('Lagre');
  await waitFor(() => expect(sent()).toEqual([{ id: 5, note: '', sms: false }]));
});

it('the open panel follows changes of others; what is typed stays, and is refused as older', async () => {
  const { cache } = await renderPage(
    <>
      <ModalsProvider />
      <NotePanel device={deviceDetail({ abilities: ['note'] })} />
    </>,
  );
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('Notat');
  expect((await field()).value).toBe('Hører dårlig');
  const changed = async (id: number, note: string) => {
    answers.get = { ...stored, id, note };
    await act(() => cache.invalidateQueries({ queryKey: ['getNote'] }));
  };
  await changed(6, 'Snakk tydelig');
  expect((await field()).value).toBe('Snakk tydelig');
  fireEvent.change(await field(), { target: { value: 'Min tekst' } });
  await changed(7, 'Deres tekst');
  expect((await field()).value).toBe('Min tekst');
  fireEvent.click(screen.getByRole('button', { name: 'Lagre' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Lagre' }));
  await waitFor(() => expect(sent()).toEqual([{ id: 6, note: 'Min tekst', sms: false }]));
});

it('[D2.075] the panel is shown to users who may see the note, and absent for others', async () => {
  const { unmount } = await renderPage(<NotePanel device={deviceDetail({ abilities: ['note'] })} />);
  expect(document.querySelector('.mantine-Paper-root')).not.toBeNull();
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Notat')).value).toBe('Hører dårlig');
  unmount();
  fetched.mockClear();
  await renderPage(<NotePanel device={deviceDetail({ abilities: ['map'] })} />);
  expect(document.querySelector('.mantine-Paper-root'), 'nor a frame that waits for it').toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

it('[C6.53] the note action is absent without the ability, and otherwise shows whether there is a note', async () => {
  const menuOf = async (abilities: ('note' | 'map')[], hasNote: boolean) => {
    const device = deviceDetail({ abilities, hasNote, actions: [] });
    const { unmount } = await renderPage(<DeviceHeader device={device} />);
    const button = screen.queryByRole('button', { name: 'Handlinger' });
    if (button) fireEvent.click(button);
    const names = button ? (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent) : [];
    unmount();
    return names;
  };
  expect(await menuOf(['note'], true)).toEqual(['Notat']);
  expect(await menuOf(['note'], false)).toEqual(['Nytt notat']);
  expect(await menuOf(['map'], true)).toEqual([]);
});
