import { hardwareById } from '@varde/catalogue/hardware/index';
import { infoStatusOf } from '@varde/catalogue/info-status';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { MessagesPanel } from '#domain/messages/messages-panel.tsx';
import { NotePanel } from '#domain/notes/note-panel.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { InfoSection } from '../tab/info-section.tsx';
import styles from '../tab/sections.module.css';
import type { TabProps } from '../tab/tab-props.ts';
import { ImageSection } from './image-section.tsx';
import { KnownMacsButton } from './known-macs-button.tsx';
import { ReceiverField } from './receiver-field.tsx';
import { TrainingField } from './training-field.tsx';
import { UserTagField } from './user-tag-field.tsx';
import { WatchSection } from './watch-section.tsx';

/** Its devices do not read the answers (`noCommands` in the table of actions). */
const withoutCommands = 'osmand';

/** Information on a device: its data, its use and its wearer. */
export function InfoTab({ device }: TabProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const unknown = t('deviceInfo.unknown');
  return (
    <div className={styles.sections}>
      <InfoSection
        title={t('deviceInfo.information')}
        facts={[
          [t('deviceInfo.status'), useInfoStatus(device)],
          [t('deviceInfo.customer'), device.ownedByCustomer.firmName],
          [t('deviceInfo.phone'), device.formattedPhoneNumE164 ?? unknown],
          [
            t('deviceInfo.activated'),
            device.activatedDate === null ? t('deviceInfo.notActivated') : formats.dayAndClock(device.activatedDate),
          ],
          [
            t('deviceInfo.firstRegistered'),
            device.firstRegistrationDate === null ? unknown : formats.dayAndClock(device.firstRegistrationDate),
          ],
        ]}
      >
        <UserTagField device={device} />
        <ReceiverField device={device} />
        <TrainingField device={device} />
      </InfoSection>
      <InfoSection
        title={t('deviceInfo.specifications')}
        facts={[
          [t('deviceInfo.type'), device.deviceTypeName || device.detyName],
          [t('deviceInfo.serial'), device.deviceSerialNumber],
          [t('deviceInfo.imei'), device.deviceImei ?? unknown],
          [t('deviceInfo.mac'), device.deviceMac ?? unknown],
          [t('deviceInfo.firmware'), device.fiwaNum ?? unknown],
        ]}
      >
        {hardwareById(device.dehaId)?.protocol === withoutCommands && <p>{t('deviceInfo.noCommands')}</p>}
        {device.unknownWords.length > 0 && (
          <p>
            {t('deviceInfo.unknownWords', {
              words: device.unknownWords.map(({ word, at }) => `${word} (${formats.dayAndClock(at)})`).join(', '),
            })}
          </p>
        )}
        <KnownMacsButton device={device} />
      </InfoSection>
      <WatchSection device={device} />
      <ImageSection device={device} />
      <NotePanel device={device} />
      <MessagesPanel device={device} />
    </div>
  );
}

function useInfoStatus(device: DeviceDetail): string {
  const { t } = useTranslation();
  const status = infoStatusOf(device);
  return status === 'deviceStatus'
    ? t(`catalogue.statuses.${device.deviceStatus}`)
    : t(`deviceInfo.statuses.${status}`);
}
