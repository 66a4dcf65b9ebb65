import { IconMap2 } from '@tabler/icons-react';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { mapProgramLink } from '#domain/device/map-program.ts';
import { formatPlace } from '#domain/device/place.ts';
import { useAddress } from '#domain/device/use-address.ts';
import { RelativeTime } from '#kit/relative-time.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from './device-page.module.css';

/** Where the wearer was last, and when, in words, with the way to the telephone's own program for maps. */
export function LastPlace({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { deviId, place, posLati, posLong, posTime } = device;
  const address = useAddress({
    deviId,
    posLati,
    posLong,
    inloId: null,
    dekmId: null,
    address: null,
    addressLookupDone: false,
  });
  const where = formatPlace({ place, posLati, posLong, address }, formats);
  if (where === null) return null;
  return (
    <p className={styles.lastPlace}>
      <strong>{where}</strong>
      {posTime !== null && <RelativeTime time={posTime} />}
      {posLati !== null && posLong !== null && (
        <a href={mapProgramLink(posLati, posLong)} target="_blank" rel="noreferrer">
          <IconMap2 size={18} aria-hidden />
          {t('deviceLog.mapProgram')}
        </a>
      )}
    </p>
  );
}
