import { Loader } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { sensorKindOf, shownSerial } from '@varde/catalogue/sensor-types';
import type { LearningSensor } from '@varde/contract/sensors';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { SensorTypeMark } from './sensor-type.tsx';
import styles from './sensors.module.css';
import { useSensorWords } from './use-sensor-words.ts';

interface FoundProps {
  label: string;
  deviId: number;
  sensors: readonly LearningSensor[];
  onAdded: (learning: Output<'getLearning'>) => void;
}

/** What a unit heard while it learned, each with the way into the unit. */
export function FoundSensors({ label, deviId, sensors, onAdded }: FoundProps) {
  return (
    <ul className={styles.found} aria-label={label}>
      {sensors.map((sensor) => (
        <Found key={sensor.id} deviId={deviId} sensor={sensor} onAdded={onAdded} />
      ))}
    </ul>
  );
}

type OneProps = Pick<FoundProps, 'deviId' | 'onAdded'> & { sensor: LearningSensor };

function Found({ deviId, sensor, onAdded }: OneProps) {
  const words = useSensorWords();
  const { type, rssi } = sensor;
  const id = shownId(sensor);
  return (
    <li>
      <span>
        <SensorTypeMark code={type} />
        <div className={styles.dim}>{rssi === null ? id : `${id} · ${words.signal(type, rssi)}`}</div>
      </span>
      <FoundState deviId={deviId} sensor={sensor} onAdded={onAdded} />
    </li>
  );
}

const isBaseStation = ({ type }: LearningSensor): boolean => sensorKindOf(type) === 'baseStation';

/** A base station is named by its address, which is shown whole. */
const shownId = (sensor: LearningSensor): string => (isBaseStation(sensor) ? sensor.id : shownSerial(sensor.id));

/** It can be added, is about to be, or is. */
function FoundState({ deviId, sensor, onAdded }: OneProps) {
  const { t } = useTranslation();
  const { submit, busy, failure } = useSubmit();
  const { id, rssi, added, pending } = sensor;
  if (added)
    return (
      <span className={styles.status} data-colour="ok">
        <IconCheck size={16} aria-hidden />
        {t('sensors.learning.added')}
      </span>
    );
  if (pending)
    return (
      <span className={styles.status}>
        <Loader size={16} aria-hidden />
        {t('sensors.learning.pending')}
      </span>
    );
  const add = async () => {
    const learning = await submit(() =>
      isBaseStation(sensor)
        ? call('connectBaseStation', { params: { deviId }, body: { gatewayId: id } })
        : call('addLearningSensor', { params: { deviId }, body: { gatewayId: id, rssi } }),
    );
    if (learning) onAdded(learning);
  };
  return (
    <>
      <Failure text={failure} />
      <SteadyButton
        size="xs"
        variant="default"
        loading={busy}
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-label={t(isBaseStation(sensor) ? 'sensors.connectNamed' : 'sensors.learning.addNamed', {
          serial: shownId(sensor),
        })}
        onClick={() => void add()}
      >
        {t(isBaseStation(sensor) ? 'sensors.connect' : 'sensors.learning.add')}
      </SteadyButton>
    </>
  );
}
