import { NativeSelect, Stack } from '@mantine/core';
import {
  delayOptions,
  powerFailureReportDelays,
  supervisionOptions,
  wholeWeek,
} from '@varde/catalogue/sensor-event-config';
import { functionTypesOf, isValidFunctionType } from '@varde/catalogue/sensor-functions';
import { functionsOfType, isValidFunction, sensorTypeOf, shownSerial } from '@varde/catalogue/sensor-types';
import type { Sensor } from '@varde/contract/sensors';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '#data/use-draft.ts';
import { Toggle } from '#kit/form/toggle.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { useSensors } from './sensor-queries.ts';
import styles from './sensors.module.css';
import { useSensorWords } from './use-sensor-words.ts';

/** What a sensor is for. `deviceFunction` is null until one is chosen. */
export interface SensorFunctionValues {
  deviceFunction: string | null;
  funcType: string | null;
  eventConfig: Sensor['eventConfig'];
}

/** The values as they can be sent; null: the function is not known, or lacks its type. */
function completeValues(typeCode: string, values: SensorFunctionValues) {
  const { deviceFunction, funcType, eventConfig } = values;
  if (deviceFunction === null || !isValidFunction(typeCode, deviceFunction)) return null;
  if (!isValidFunctionType(deviceFunction, funcType)) return null;
  return {
    deviceFunction: deviceFunction as Sensor['type']['supportedFunctions'][number],
    funcType,
    eventConfig,
  };
}

function initialValues(sensor: Sensor, typeCode: string): SensorFunctionValues {
  const { eventConfig, functionType, type } = sensor;
  const isKnown = isValidFunction(type.code, sensor.function.code);
  const schedule = eventConfig.schedule.length === 0 ? wholeWeek(sensor.deseId) : eventConfig.schedule;
  return {
    deviceFunction: isKnown ? sensor.function.code : null,
    funcType: isKnown ? functionType : null,
    // Another type has other values of it.
    eventConfig: {
      ...eventConfig,
      supervision: offered(eventConfig.supervision, supervisionOptions(typeCode)),
      schedule,
    },
  };
}

/** A duration if it is offered, else none. */
const offered = (seconds: number, options: readonly number[]) => (options.includes(seconds) ? seconds : 0);

/** What the buttons of the form need of it. */
export interface FunctionDraft {
  dirty: boolean;
  /** It can be sent. */
  isComplete: boolean;
  reset: () => void;
}

interface FormProps {
  deviId: number;
  sensor: Sensor;
  /** Above the function. */
  children?: ReactNode;
  /** The type whose functions are offered. */
  typeCode: string;
  onSubmit: (values: NonNullable<ReturnType<typeof completeValues>>) => void;
  /** The buttons, one of which submits it. */
  foot: (draft: FunctionDraft) => ReactNode;
}

/** What a sensor watches for, and how and when its events count. Enter submits it. */
export function FunctionForm({ deviId, sensor, typeCode, onSubmit, ...props }: FormProps) {
  const { t } = useTranslation();
  const [initial] = useState(() => initialValues(sensor, typeCode));
  const [values, setValues] = useDraft(`sensor-${sensor.deseId}`, initial);
  const complete = completeValues(typeCode, values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (complete !== null) onSubmit(complete);
  };
  const setConfig = (change: Partial<Sensor['eventConfig']>) =>
    setValues((before) => ({ ...before, eventConfig: { ...before.eventConfig, ...change } }));
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Stack>
        {props.children}
        <FunctionFields typeCode={typeCode} values={values} setValues={setValues} />
        <Toggle
          label={t('sensors.form.active')}
          checked={values.eventConfig.active}
          onChange={({ currentTarget }) => setConfig({ active: currentTarget.checked })}
        />
        <DurationFields typeCode={typeCode} values={values} setConfig={setConfig} />
        <VoiceField deviId={deviId} config={values.eventConfig} setConfig={setConfig} />
        <ScheduleField schedule={values.eventConfig.schedule} onChange={(schedule) => setConfig({ schedule })} />
        {props.foot({
          dirty: JSON.stringify(values) !== JSON.stringify(initial),
          isComplete: complete !== null,
          reset: () => setValues(initial),
        })}
      </Stack>
    </form>
  );
}

interface FieldProps {
  typeCode: string;
  values: SensorFunctionValues;
}

function FunctionFields({
  typeCode,
  values,
  setValues,
}: FieldProps & { setValues: (change: (before: SensorFunctionValues) => SensorFunctionValues) => void }) {
  const { t } = useTranslation();
  const words = useSensorWords();
  const { deviceFunction, funcType } = values;
  const types = deviceFunction === null ? [] : functionTypesOf(deviceFunction);
  const choose = (code: string) =>
    setValues(({ eventConfig }) => {
      const delays = delayOptions(code);
      const delay = offered(eventConfig.delay, delays);
      const allowedOpenTime = offered(eventConfig.allowedOpenTime, delays);
      return {
        deviceFunction: code,
        funcType: null,
        eventConfig: { ...eventConfig, delay, allowedOpenTime },
      };
    });
  return (
    <>
      <NativeSelect
        label={t('sensors.form.function')}
        data={[
          { value: '', label: t('sensors.form.choose'), disabled: true },
          ...functionsOfType(typeCode).map((code) => ({ value: code, label: words.function(code) })),
        ]}
        value={deviceFunction ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        required
      />
      {types.length > 0 && (
        <NativeSelect
          label={t('sensors.form.functionType')}
          data={[
            { value: '', label: t('sensors.form.choose'), disabled: true },
            ...types.map((type) => ({ value: type, label: words.functionType(type) })),
          ]}
          value={funcType ?? ''}
          onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, funcType: value }))}
          required
        />
      )}
    </>
  );
}

type SetConfig = (change: Partial<Sensor['eventConfig']>) => void;

function DurationFields({ typeCode, values, setConfig }: FieldProps & { setConfig: SetConfig }) {
  const { t } = useTranslation();
  const words = useSensorWords();
  const delays = delayOptions(values.deviceFunction ?? '');
  const fields = {
    delay: delays,
    allowedOpenTime: sensorTypeOf(typeCode)?.walkTest === 'magnetic' ? delays : [],
    powerFailureReportDelay: powerFailureReportDelays,
    supervision: supervisionOptions(typeCode),
  } as const;
  return Object.entries(fields).map(([key, options]) => {
    const field = key as keyof typeof fields;
    if (options.length === 0) return null;
    return (
      <NativeSelect
        key={field}
        label={t(`sensors.form.${field}`)}
        data={options.map((seconds) => ({
          value: String(seconds),
          label: field === 'delay' && seconds === 0 ? t('sensors.immediately') : words.duration(seconds),
        }))}
        value={String(values.eventConfig[field])}
        onChange={({ currentTarget }) => setConfig({ [field]: Number(currentTarget.value) })}
      />
    );
  });
}

/** The DECT units of the device can speak for its other sensors. */
function VoiceField({
  deviId,
  config,
  setConfig,
}: {
  deviId: number;
  config: Sensor['eventConfig'];
  setConfig: SetConfig;
}) {
  const { t } = useTranslation();
  const words = useSensorWords();
  const { data } = useSensors(deviId);
  const units = (data?.sensors ?? []).filter(({ sensor }) => sensorTypeOf(sensor.type.code)?.dect);
  const known = units.map(({ sensor }) => ({ value: sensor.gatewayId, label: words.name(sensor) }));
  const chosen = config.voiceSatellite;
  const isGone = chosen !== null && !known.some(({ value }) => value === chosen);
  return (
    <NativeSelect
      label={t('sensors.form.voiceSatellite')}
      data={[
        { value: '', label: t('sensors.form.noVoiceSatellite') },
        ...known,
        ...(isGone ? [{ value: chosen, label: shownSerial(chosen) }] : []),
      ]}
      value={chosen ?? ''}
      onChange={({ currentTarget }) => setConfig({ voiceSatellite: currentTarget.value || null })}
    />
  );
}
