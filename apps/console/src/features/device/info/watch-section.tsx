import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { InfoSection } from '../tab/info-section.tsx';
import styles from './info-tab.module.css';

/**
 * Whether a watch is on the arm, and whether it reports that it is taken off. Only for watches that notice it, and in
 * beta mode (specification 2, section 2 "Device info tab").
 */
export function WatchSection({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const isBeta = useSession().abilities.includes('beta');
  if (!isBeta || !hardwareById(device.dehaId)?.capabilities.wearDetection) return null;
  const { watchRemoved, watchRemovedEnabled } = device;
  return (
    <InfoSection
      title={t('deviceInfo.watch.title')}
      facts={[
        [t('deviceInfo.watch.removed'), t(`deviceInfo.watch.is.${answerOf(watchRemoved)}`)],
        [t('deviceInfo.watch.enabled'), t(`deviceInfo.watch.reports.${answerOf(watchRemovedEnabled)}`)],
      ]}
    >
      <p className={styles.trial}>{t('deviceInfo.watch.trial')}</p>
    </InfoSection>
  );
}

const answerOf = (said: boolean | null) => (said === null ? 'unknown' : said ? 'yes' : 'no');
