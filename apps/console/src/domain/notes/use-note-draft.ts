import { useQueryClient } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import type { Note } from '@varde/contract/notes';
import i18next from 'i18next';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { useDraft } from '#data/use-draft.ts';
import { notifyDone } from '#kit/state/notify.ts';
import { useFormSubmit } from '../errors/use-submit.ts';

type NoteValues = Pick<Note, 'note' | 'sms'>;

/**
 * A note during editing. Ask `question` before `save` (specification 2, section 4), which resolves to whether it was
 * saved. The server refuses it when somebody else has changed the note since the first change here.
 */
export function useNoteDraft(device: ListedDevice, stored: Note) {
  const cache = useQueryClient();
  const [changed, setChanged] = useDraft<Partial<NoteValues> & { id?: number }>(`note-${device.deviId}`, {});
  const { submit, busy, errors, failure } = useFormSubmit();
  const { id = stored.id, note = stored.note, sms = stored.sms } = changed;
  const values: NoteValues = { note, sms };
  const dirty = values.note.trim() !== stored.note || values.sms !== stored.sms;

  const { deviId, deviceName: name } = device;
  const question = i18next.t(values.note.trim() === '' ? 'notes.confirmRemove' : 'notes.confirmBody', {
    name,
  });

  async function save(): Promise<boolean> {
    const input = { params: { deviId } };
    const saved = await submit(() => call('saveNote', { ...input, body: { id, ...values } }));
    if (saved === undefined) return false;
    cache.setQueryData(queryKey('getNote', input), saved);
    setChanged({});
    notifyDone(i18next.t(saved.note === '' ? 'notes.removed' : 'notes.saved', { name }));
    return true;
  }
  const change = (fields: Partial<NoteValues>) => setChanged({ ...changed, id, ...fields });
  return { values, change, dirty, question, save, busy, errors, failure, cancel: () => setChanged({}) };
}

export type NoteDraft = ReturnType<typeof useNoteDraft>;
