import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceRow } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { CustomerImage } from '#kit/customers/customer-image.tsx';
import { formatPlace } from '#kit/place.ts';
import { RelativeTime } from '#kit/status/relative-time.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from './device-list.module.css';

/** What an opened row tells besides the columns that folded away. */
export function DeviceDetails({ device }: { device: DeviceRow }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const place = formatPlace(device, formats);
  const phone = device.formattedPhoneNumE164;
  return (
    <>
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
            {place ?? t('common.unknown')}
            {place && device.posTime !== null && (
              <span className={styles.dim}>
                {' '}
                <RelativeTime time={device.posTime} />
              </span>
            )}
          </dd>
        </div>
      </dl>
      <CustomerImage custId={device.ownedByCustId} />
    </>
  );
}
