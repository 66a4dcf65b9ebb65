import { queryOptions } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import { batched } from '../api/batched.ts';
import { call } from '../api/call.ts';

/** As many as the call takes. */
const mostDevices = 200;

const flaggedNote = batched(mostDevices, async (deviIds) => {
  const query = { deviIds: deviIds.join(','), flagged: 1 as const, limit: mostDevices };
  const { notes } = await call('listNotes', { query });
  return new Map(notes.map(({ deviId, note }) => [deviId, note]));
});

/** The key of the flagged notes of a device, or of all. */
export const flaggedNoteKey = (...deviId: [number?]) => ['flagged note', ...deviId] as const;

/** The text of a device's note, if its author has flagged it for messages about alarms; else empty. */
export const flaggedNoteQuery = ({ deviId, noteAddedAt }: Pick<ListedDevice, 'deviId' | 'noteAddedAt'>) =>
  queryOptions({
    queryKey: [...flaggedNoteKey(deviId), noteAddedAt],
    queryFn: async () => (await flaggedNote(deviId)) ?? '',
  });
