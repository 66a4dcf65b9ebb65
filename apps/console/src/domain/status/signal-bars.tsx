import { hardwareById } from '@varde/catalogue/hardware/index';
import { signalOf } from '@varde/catalogue/signal';
import { useTranslation } from 'react-i18next';
import styles from './meters.module.css';

interface SignalBarsProps {
  device: { dehaId: number; gsmStrength: number | null; offline: boolean; offlineWarning: boolean };
}

const bars = [1, 2, 3, 4, 5] as const;

/** One to five bars in the hardware's own scale; nothing where the device is offline or silent about it. */
export function SignalBars({ device }: SignalBarsProps) {
  const { t } = useTranslation();
  const hardware = hardwareById(device.dehaId);
  const offline = device.offline || device.offlineWarning;
  const signal = hardware ? signalOf(device.gsmStrength, hardware.signalScale, { offline }) : null;
  if (!signal) return <span className={styles.none}>{t('common.none')}</span>;
  const text = t(signal.good ? 'common.goodSignal' : 'common.signal', { bars: signal.bars });
  return (
    <svg className={styles.bars} width="26" height="18" viewBox="0 0 26 18" role="img" aria-label={text}>
      <title>{text}</title>
      {bars.map((bar) => (
        <rect
          key={bar}
          x={(bar - 1) * 5 + 1}
          y={16 - bar * 3}
          width="3.4"
          height={bar * 3}
          rx="1"
          data-on={bar <= signal.bars ? '' : undefined}
        />
      ))}
    </svg>
  );
}
