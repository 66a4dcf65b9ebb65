import { useQuery } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import { noteTextQuery } from '#data/live/note-text-query.ts';
import styles from './device-list.module.css';

/** The note on a device, for users who may read notes. */
export function NoteText({ device }: { device: ListedDevice }) {
  const isRead = device.hasNote && device.abilities.includes('note');
  const { data } = useQuery({ ...noteTextQuery(device), enabled: isRead });
  if (!isRead || !data) return null;
  return (
    <span className={styles.clipped} title={data}>
      {data}
    </span>
  );
}
