import { hardwareById } from '@varde/catalogue/hardware/index';
import { signalOf } from '@varde/catalogue/signal';
import { useTranslation } from 'react-i18next';
import { Bars } from './bars.tsx';
import styles from './meters.module.css';

interface SignalBarsProps {
  device: { dehaId: number; gsmStrength: number | null; offline: boolean; offlineWarning: boolean };
  /** Higher, and in a colour from red to green: for the page of one device. */
  tall?: boolean;
}

/** One to five bars in the hardware's own scale; absent while the device is offline or reports no signal. */
export function SignalBars({ device, tall }: SignalBarsProps) {
  const { t } = useTranslation();
  const hardware = hardwareById(device.dehaId);
  const offline = device.offline || device.offlineWarning;
  const signal = hardware ? signalOf(device.gsmStrength, hardware.signalScale, { offline }) : null;
  if (!signal) return <span className={styles.none}>{t('common.none')}</span>;
  const { bars, good, percent } = signal;
  const text = t(good ? 'common.goodSignal' : 'common.signal', { bars });
  return <Bars bars={bars} text={text} tallAt={tall ? percent : undefined} />;
}
