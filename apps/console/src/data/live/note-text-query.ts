import { queryOptions } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import { batched } from '../api/batched.ts';
import { call } from '../api/call.ts';

/** As many as the call takes. */
const mostDevices = 200;

const noteText = batched(mostDevices, async (deviIds) => {
  const query = { deviIds: deviIds.join(','), limit: mostDevices };
  const { notes } = await call('listNotes', { query });
  return new Map(notes.map(({ deviId, note }) => [deviId, note]));
});

/** The key of the note of a device, or of all notes. */
export const noteTextKey = (...deviId: [number?]) => ['note text', ...deviId] as const;

/** The text of a device's note; empty without one. */
export const noteTextQuery = ({ deviId, noteAddedAt }: Pick<ListedDevice, 'deviId' | 'noteAddedAt'>) =>
  queryOptions({
    queryKey: [...noteTextKey(deviId), noteAddedAt],
    queryFn: async () => (await noteText(deviId)) ?? '',
  });
