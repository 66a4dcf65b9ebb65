import { Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { isValidFunction, type SensorTypeCode } from '@varde/catalogue/sensor-types';
import type { Sensor } from '@varde/contract/sensors';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { useDraft } from '#data/use-draft.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { notifyDone } from '#kit/state/notify.ts';
import { sensorQuery } from './sensor-queries.ts';
import styles from './sensors.module.css';
import { TypeField } from './type-field.tsx';
import { useSensorWords } from './use-sensor-words.ts';

/** The type of a sensor, for one that its unit does not know or has wrong. Says when its function is none of the type. */
export function TypeForm({ deviId, sensor }: { deviId: number; sensor: Sensor }) {
  const { t } = useTranslation();
  const words = useSensorWords();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const { deseId: sensorId, type, function: present } = sensor;
  const [chosen, setChosen] = useDraft<SensorTypeCode | null>(`sensor-${sensorId}-type`, null);
  const hasChanged = chosen !== null && chosen !== type.code;
  useUnsavedGuard(hasChanged && !busy);
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!hasChanged) return;
    const params = { deviId, sensorId };
    const saved = await submit(() => call('editSensorType', { params, body: { deviceType: chosen } }));
    if (saved === undefined) return;
    cache.setQueryData(sensorQuery(deviId, sensorId).queryKey, saved);
    setChosen(null);
    notifyDone(t('sensors.saved'));
  }
  return (
    <form className={styles.part} onSubmit={onSubmit} noValidate>
      <TypeField value={chosen ?? type.code} onChange={setChosen} />
      <Text size="sm" className={styles.dim} role="status">
        {hasChanged && !isValidFunction(chosen, present.code)
          ? t('sensors.chooseFunction', { function: words.function(present.code) })
          : ''}
      </Text>
      <Group>
        <SteadyButton type="submit" size="xs" loading={busy} disabled={!hasChanged}>
          {t('sensors.saveType')}
        </SteadyButton>
        <Failure text={failure} />
      </Group>
    </form>
  );
}
