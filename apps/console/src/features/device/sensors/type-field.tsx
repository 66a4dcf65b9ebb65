import { NativeSelect } from '@mantine/core';
import { functionsOfType, type SensorTypeCode, sensorTypes } from '@varde/catalogue/sensor-types';
import { useTranslation } from 'react-i18next';
import { useSensorWords } from './use-sensor-words.ts';

const homeTypes = sensorTypes.filter(({ kind }) => kind === 'homeSensor').map(({ code }) => code);

/** The type among those that Varde knows, as which a sensor counts. */
export const homeTypeOf = (code: string): SensorTypeCode | undefined => homeTypes.find((known) => known === code);

interface TypeFieldProps {
  /** Of the catalogue, or the unit's own. */
  value: string;
  onChange: (code: SensorTypeCode) => void;
}

/** The type of a sensor of a home unit, with the functions that sensors of this type can have. */
export function TypeField({ value, onChange }: TypeFieldProps) {
  const { t } = useTranslation();
  const words = useSensorWords();
  const functions = functionsOfType(value).map((code) => words.function(code));
  const known = homeTypes.map((code) => ({ value: code, label: words.type(code) }));
  const own = { value, label: words.type(value), disabled: true };
  return (
    <NativeSelect
      label={t('sensors.form.type')}
      description={functions.length > 0 && t('sensors.form.functionsOfType', { functions: functions.join(', ') })}
      data={homeTypeOf(value) === undefined ? [own, ...known] : known}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as SensorTypeCode)}
    />
  );
}
