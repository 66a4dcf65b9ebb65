import { useQuery } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import { flaggedNoteQuery } from '#data/live/flagged-note-query.ts';
import styles from './device-list.module.css';

/** The note on a device that messages about its alarms contain too, for users who may read notes. */
export function FlaggedNote({ device }: { device: ListedDevice }) {
  const isRead = device.hasNote && device.abilities.includes('note');
  const { data } = useQuery({ ...flaggedNoteQuery(device), enabled: isRead });
  if (!isRead || !data) return null;
  return (
    <span className={styles.clipped} title={data}>
      {data}
    </span>
  );
}
