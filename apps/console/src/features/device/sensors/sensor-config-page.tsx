import { Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { functionsOfType } from '@varde/catalogue/sensor-types';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { notifyDone } from '#kit/state/notify.ts';
import { type FunctionDraft, FunctionForm } from './function-form.tsx';
import { SensorPageFrame } from './sensor-page-frame.tsx';
import { sensorQuery } from './sensor-queries.ts';
import styles from './sensors.module.css';
import { useSensorWords } from './use-sensor-words.ts';
import { useWayToSensors } from './use-way-to-sensors.ts';

/** What a sensor watches for, and when its events count. */
export function SensorConfigPage({ deviId, sensorId }: { deviId: number; sensorId: number }) {
  return (
    <SensorPageFrame deviId={deviId}>
      {(device) => <SensorConfig device={device} sensorId={sensorId} />}
    </SensorPageFrame>
  );
}

function SensorConfig({ device, sensorId }: { device: DeviceDetail; sensorId: number }) {
  const { t } = useTranslation();
  const words = useSensorWords();
  const cache = useQueryClient();
  const leave = useWayToSensors(device);
  const { deviId, allowCustomEvents } = device;
  const { submit, busy, failure } = useSubmit();
  const { queryKey } = sensorQuery(deviId, sensorId);
  const { data: row, error, refetch } = useQuery(sensorQuery(deviId, sensorId));
  if (!row) return <LoadState error={error} onRetry={refetch} height={360} />;
  const { sensor } = row;
  if (!allowCustomEvents) return <Text size="sm">{t('sensors.unitDecides')}</Text>;
  if (functionsOfType(sensor.type.code).length === 0) return <Text size="sm">{t('sensors.noneOfFunction')}</Text>;
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{t('sensors.editTitle', { name: words.name(sensor) })}</h2>
      <FunctionForm
        deviId={deviId}
        sensor={sensor}
        typeCode={sensor.type.code}
        foot={(draft) => <Buttons draft={draft} busy={busy} failure={failure} />}
        onSubmit={async (values) => {
          const params = { deviId, sensorId };
          const { deviceFunction, funcType, eventConfig } = values;
          const isSame = deviceFunction === sensor.function.code && funcType === sensor.functionType;
          // An earlier change of its function may never reach the unit.
          const isSettled = !row.updating && sensor.status.key !== 'control_error';
          const saved = await submit(() =>
            isSame && isSettled
              ? call('saveSensorEventConfig', { params, body: { eventConfig } })
              : call('editSensorFunction', { params, body: values }),
          );
          if (saved === undefined) return;
          cache.setQueryData(queryKey, saved);
          notifyDone(t('sensors.saved'));
          await leave({ ignoreBlocker: true });
        }}
      />
    </section>
  );
}

interface ButtonsProps {
  draft: FunctionDraft;
  busy: boolean;
  failure: string | null;
}

function Buttons({ draft: { dirty, isComplete, reset }, busy, failure }: ButtonsProps) {
  useUnsavedGuard(dirty && !busy);
  return (
    <Group>
      <SaveButtons dirty={dirty} valid={isComplete} busy={busy} onCancel={reset} />
      <Failure text={failure} />
    </Group>
  );
}
