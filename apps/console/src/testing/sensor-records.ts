import { defaultEventConfig } from '@varde/catalogue/sensor-event-config';
import { sensorStatusOf } from '@varde/catalogue/sensor-statuses';
import type { SensorRow } from '@varde/contract/sensors';

type Fields = Partial<Omit<SensorRow, 'sensor'>> & {
  sensor?: Partial<SensorRow['sensor']>;
  status?: SensorRow['sensor']['status']['key'];
};

/** A door sensor of a home unit, which is well. */
export function sensorRow({ sensor, status = 'ok', ...fields }: Fields = {}): SensorRow {
  const deseId = sensor?.deseId ?? 7;
  return {
    sensor: {
      deseId,
      name: 'Inngangsdør',
      gatewayId: '4100010',
      macAddress: null,
      functionType: null,
      type: { code: '4', supportedFunctions: ['generic', '31', '32', '39'] },
      function: { code: '32', icon: 'wanderer' },
      eventConfig: defaultEventConfig(deseId),
      status: { key: status, icon: sensorStatusOf(status).icon, online: true },
      ...sensor,
    },
    type: 'vardeHome',
    rssi: 8,
    rssiSaved: 1000,
    battery: 95,
    connected: null,
    connectedStateDate: null,
    saved: true,
    statusDoor: -1,
    lastContact: 1000,
    updating: false,
    actions: ['info', 'editFunction', 'delete'],
    ...fields,
  };
}
