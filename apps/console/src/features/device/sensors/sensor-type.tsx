import { sensorIconOf } from '@varde/catalogue/sensor-types';
import { sensorIcons } from './sensor-icons.ts';
import styles from './sensors.module.css';
import { useSensorWords } from './use-sensor-words.ts';

/** The type of a sensor: its drawing and its name. */
export function SensorTypeMark({ code }: { code: string }) {
  const words = useSensorWords();
  const Icon = sensorIcons[sensorIconOf(code)];
  return (
    <span className={styles.type}>
      <Icon size={18} aria-hidden />
      {words.type(code)}
    </span>
  );
}
