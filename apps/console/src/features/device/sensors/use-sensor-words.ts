import { sensorFunctionOf } from '@varde/catalogue/sensor-functions';
import { sensorSignalOf } from '@varde/catalogue/sensor-signal';
import {
  drawnTypeOf,
  type SensorTypeKey,
  sensorKindOf,
  sensorTypeOf,
  shownSerial,
} from '@varde/catalogue/sensor-types';
import type { Sensor, SensorRow } from '@varde/contract/sensors';
import { useTranslation } from 'react-i18next';

type Named = Pick<Sensor, 'name' | 'gatewayId'> & { type?: Pick<Sensor['type'], 'code'> | undefined };

/** What sensors, their types, functions and signals are called. */
export function useSensorWords() {
  const { t } = useTranslation();
  const functionType = (type: string) => t(`sensors.functionTypes.${type as '1'}`);
  function type(code: string): string {
    const known = sensorTypeOf(code);
    if (known) return t(`sensors.types.${known.key}`);
    const drawn = drawnTypeOf(code);
    return drawn
      ? t('sensors.drawnOnly', { type: t(`sensors.types.${drawn.key}`) })
      : t('sensors.unsupported', { code });
  }
  return {
    /** One that nobody has named yet has its serial number as its name: it is called by its type as well. */
    name({ name, gatewayId, type: of }: Named): string {
      const serial = shownSerial(gatewayId);
      if (name !== '' && name !== serial) return name;
      const isKnown = of !== undefined && (sensorTypeOf(of.code) ?? drawnTypeOf(of.code)) !== undefined;
      return isKnown ? `${type(of.code)} ${serial}` : serial;
    },
    type,
    typeByKey: (key: SensorTypeKey) => t(`sensors.types.${key}`),
    function(code: string, type: string | null = null): string {
      const name = t(`sensors.functions.${sensorFunctionOf(code)?.key ?? 'unknown'}`);
      return type === null ? name : `${name} · ${functionType(type)}`;
    },
    functionType,
    /** How good a signal is, with its value in the scale of the sensor. */
    signal(typeCode: string, rssi: number): string {
      const kind = sensorKindOf(typeCode);
      const signal = t(`sensors.signals.${sensorSignalOf(kind, rssi)}`);
      return t(kind === 'homeSensor' ? 'sensors.signalOf' : 'sensors.signalDbm', { signal, value: rssi });
    },
    door: ({ statusDoor }: Pick<SensorRow, 'statusDoor'>) =>
      statusDoor === null ? '' : t(statusDoor === 1 ? 'sensors.door.open' : 'sensors.door.closed'),
    /** A duration of an option list, in seconds. */
    duration(seconds: number): string {
      if (seconds === 0) return t('sensors.duration.none');
      if (seconds % 3600 === 0) return t('sensors.duration.hours', { count: seconds / 3600 });
      if (seconds % 60 === 0) return t('sensors.duration.minutes', { count: seconds / 60 });
      return t('sensors.duration.seconds', { count: seconds });
    },
  };
}
