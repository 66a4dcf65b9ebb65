import type { SensorTypeKey } from '@varde/catalogue/sensor-types';
import type { WalkTestRow } from '@varde/contract/device-logs';
import { useTranslation } from 'react-i18next';
import { useSensorWords } from './use-sensor-words.ts';

/** What the type of a sensor in a walk test is called: as in the list of sensors, and whether it is a DECT unit. */
export function useTypeName() {
  const { t } = useTranslation();
  const words = useSensorWords();
  return ({ sensorTypeName, sensorTypeCode, dect }: WalkTestRow): string => {
    const name =
      sensorTypeName === null
        ? t(`deviceLogs.sensorTypes.${sensorTypeCode}`)
        : words.typeByKey(sensorTypeName as SensorTypeKey);
    return dect ? `${name} · ${t('sensors.walkTest.dect')}` : name;
  };
}
