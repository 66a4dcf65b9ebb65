import { useQuery } from '@tanstack/react-query';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceRow } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { deviceQuery } from '#data/live/device-query.ts';
import { formatPlace } from '#domain/device/place.ts';
import { RelativeTime } from '#kit/relative-time.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from './device-list.module.css';

/** Content of an opened row, besides the columns that the width of the window hides. */
export function DeviceDetails({ device }: { device: DeviceRow }) {
  const { t } = useTranslation();
  const phone = device.formattedPhoneNumE164;
  return (
    <dl className={styles.details}>
      <div>
        <dt>{t('devices.type')}</dt>
        <dd>{hardwareById(device.dehaId)?.name ?? t('common.unknown')}</dd>
      </div>
      {phone && (
        <div>
          <dt>{t('devices.phone')}</dt>
          <dd>
            <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
          </dd>
        </div>
      )}
      <div>
        <dt>{t('devices.place')}</dt>
        <dd>
          <Place deviId={device.deviId} />
        </dd>
      </div>
    </dl>
  );
}

/** Fetched when the row is opened: the list contains no positions, and each view of one is audited. */
function Place({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, isPending } = useQuery(deviceQuery(deviId));
  if (isPending) return t('common.loading');
  const place = data === undefined ? null : formatPlace(data, formats);
  if (!data || place === null) return t('common.unknown');
  return (
    <>
      {place}
      {data.posTime !== null && (
        <span className={styles.dim}>
          {' '}
          <RelativeTime time={data.posTime} />
        </span>
      )}
    </>
  );
}
