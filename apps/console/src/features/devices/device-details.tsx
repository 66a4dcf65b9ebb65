import { useQuery } from '@tanstack/react-query';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { ListedDevice } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { deviceQuery } from '#data/live/device-query.ts';
import { CustomerImage } from '#domain/customers/customer-image.tsx';
import { callLink } from '#domain/device/call-link.ts';
import { formatPlace } from '#domain/device/place.ts';
import { LastContact } from '#domain/status/last-contact.tsx';
import { RelativeTime } from '#kit/relative-time.tsx';
import { NotLoaded } from '#kit/state/load-failed.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { CloneSerial } from './device-actions.tsx';
import styles from './device-list.module.css';

const MatchedSensors = lazyPart(
  async () => (await withAdministrationTexts(() => import('./matched-sensors.tsx'))).MatchedSensors,
  NotLoaded,
);

interface DeviceDetailsProps {
  device: ListedDevice;
  /** The words of a sensor by which the list is filtered. */
  sensor?: string | undefined;
}

/** Content of an opened row, besides the columns that are hidden at this width. */
export function DeviceDetails({ device, sensor }: DeviceDetailsProps) {
  const { t } = useTranslation();
  const phone = device.formattedPhoneNumE164;
  return (
    <>
      <dl className={styles.details}>
        {sensor && <MatchedSensors device={device} words={sensor} />}
        <div>
          <dt>{t('devices.type')}</dt>
          <dd>{hardwareById(device.dehaId)?.name ?? t('common.unknown')}</dd>
        </div>
        {device.twinDevice && (
          <div>
            <dt>{t('devices.twin')}</dt>
            <dd>
              <CloneSerial device={device} serial={device.twinDevice.deviceSNNum} /> ·{' '}
              {t(`catalogue.statuses.${device.twinDevice.status}`)} · <LastContact time={device.twinDevice.lastMsgIn} />
            </dd>
          </div>
        )}
        {phone && (
          <div>
            <dt>{t('devices.phone')}</dt>
            <dd>
              <a href={callLink(phone)}>{phone}</a>
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
      <CustomerImage custId={device.ownedByCustId} />
    </>
  );
}

/** Fetched when the row is opened: the list contains no positions, and each view of one is audited. */
function Place({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, isPending } = useQuery(deviceQuery(deviId));
  if (isPending) return <span>{t('common.loading')}</span>;
  const place = data === undefined ? null : formatPlace(data, formats);
  if (!data || place === null) return <span>{t('common.unknown')}</span>;
  return (
    <>
      <span>{place}</span>
      {data.posTime !== null && (
        <span className={styles.dim}>
          {' '}
          <RelativeTime time={data.posTime} />
        </span>
      )}
    </>
  );
}
