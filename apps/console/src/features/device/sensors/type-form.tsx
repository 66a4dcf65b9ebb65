import { Anchor, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sensorFunctionOf } from '@varde/catalogue/sensor-functions';
import { functionsOfType, isValidFunction, type SensorTypeCode } from '@varde/catalogue/sensor-types';
import type { DeviceDetail } from '@varde/contract/devices';
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

interface TypeFormProps {
  device: DeviceDetail;
  sensor: Sensor;
}

/**
 * The type of a sensor, for one that its unit does not know or has wrong, and the way to its function and times. Says when
 * its function is none of the type.
 */
export function TypeForm({ device, sensor }: TypeFormProps) {
  const { t } = useTranslation();
  const words = useSensorWords();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const { deviId } = device;
  const { deseId: sensorId, type, function: present, status } = sensor;
  const [chosen, setChosen] = useDraft<SensorTypeCode | null>(`sensor-${sensorId}-type`, null);
  const hasChanged = chosen !== null && chosen !== type.code;
  useUnsavedGuard(hasChanged && !busy);
  const lacksFunction = isOtherFunction(chosen ?? type.code, present.code);
  const name = { function: words.function(present.code) };
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
        {lacksFunction && t(hasChanged ? 'sensors.chooseFunction' : 'sensors.otherFunction', name)}
      </Text>
      {functionsOfType(type.code).length > 0 && status.key !== 'proc_req' && (
        <ToConfig device={device} sensorId={sensorId} />
      )}
      <Group>
        <SteadyButton type="submit" size="xs" loading={busy} disabled={!hasChanged}>
          {t('sensors.saveType')}
        </SteadyButton>
        <Failure text={failure} />
      </Group>
    </form>
  );
}

/** The sensor has a function that is known, and none of those of the type. */
const isOtherFunction = (typeCode: string, code: string): boolean => {
  const known = sensorFunctionOf(code)?.key ?? 'unknown';
  return known !== 'unknown' && functionsOfType(typeCode).length > 0 && !isValidFunction(typeCode, code);
};

/** The actions of its row have no such way for a type with one function, which has delays and times all the same. */
function ToConfig({ device: { deviId, dehaId }, sensorId }: { device: DeviceDetail; sensorId: number }) {
  const { t } = useTranslation();
  const params = { deviId: String(deviId), dehaId: String(dehaId), item: String(sensorId) };
  return (
    <Anchor
      size="sm"
      w="fit-content"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}"
          params={{ ...params, tab: 'config', part: 'sensor' }}
        />
      )}
    >
      {t('sensors.toConfig')}
    </Anchor>
  );
}
