import { hardwareById } from '@varde/catalogue/hardware/index';
import { infoStatusOf } from '@varde/catalogue/info-status';
import type { DeviceDetail } from '@varde/contract/devices';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MessagesPanel } from '#domain/messages/messages-panel.tsx';
import { NotePanel } from '#domain/notes/note-panel.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { ImageSection } from './image-section.tsx';
import styles from './info-tab.module.css';
import { KnownMacsButton } from './known-macs-button.tsx';
import { ReceiverField } from './receiver-field.tsx';
import type { TabProps } from './tab-props.ts';
import { TrainingField } from './training-field.tsx';
import { UserTagField } from './user-tag-field.tsx';

/** Information on a device: its data, its use and its wearer. */
export function InfoTab({ device }: TabProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const unknown = t('deviceInfo.unknown');
  return (
    <div className={styles.sections}>
      <Section
        title={t('deviceInfo.information')}
        facts={[
          [t('deviceInfo.status'), useInfoStatus(device)],
          [t('deviceInfo.customer'), device.ownedByCustName],
          [t('deviceInfo.phone'), device.formattedPhoneNumE164 ?? unknown],
          [
            t('deviceInfo.activated'),
            device.activatedDate === null
              ? t('deviceInfo.notActivated')
              : formats.dayAndClock(device.activatedDate),
          ],
        ]}
      >
        <UserTagField device={device} />
        <ReceiverField device={device} />
        <TrainingField device={device} />
      </Section>
      <Section
        title={t('deviceInfo.specifications')}
        facts={[
          [t('deviceInfo.type'), hardwareById(device.dehaId)?.name ?? device.detyName],
          [t('deviceInfo.serial'), device.deviceSNNum],
          [t('deviceInfo.imei'), device.deviceImei ?? unknown],
          [t('deviceInfo.mac'), device.deviceMac ?? unknown],
          [t('deviceInfo.firmware'), device.fiwaNum ?? unknown],
        ]}
      >
        <KnownMacsButton device={device} />
      </Section>
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
    ? t(`catalogue.statuses.${device.status}`)
    : t(`deviceInfo.statuses.${status}`);
}

interface SectionProps {
  title: string;
  facts: readonly (readonly [string, string | number])[];
  children?: ReactNode;
}

function Section({ title, facts, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
