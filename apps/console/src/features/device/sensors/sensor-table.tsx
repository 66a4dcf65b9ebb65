import { Table, Text } from '@mantine/core';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { shownSerial } from '@varde/catalogue/sensor-types';
import type { DeviceDetail } from '@varde/contract/devices';
import type { SensorRow } from '@varde/contract/sensors';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '#kit/relative-time.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { SensorActions } from './sensor-actions.tsx';
import { SensorStatusMark } from './sensor-status.tsx';
import { SensorTypeMark } from './sensor-type.tsx';
import styles from './sensors.module.css';
import { useSensorWords } from './use-sensor-words.ts';

export type SensorColumn =
  | 'status'
  | 'battery'
  | 'type'
  | 'name'
  | 'function'
  | 'serial'
  | 'mac'
  | 'door'
  | 'signal'
  | 'lastContact'
  | 'actions';

const ofHomeUnits: readonly SensorColumn[] = [
  ...(['status', 'type', 'name', 'function', 'serial', 'door', 'signal', 'lastContact', 'actions'] as const),
];
const ofStcb: readonly SensorColumn[] = ['status', 'type', 'name', 'serial', 'lastContact'];
const ofWatches: readonly SensorColumn[] = ['status', 'battery', 'type', 'mac', 'signal', 'actions'];

/** The columns of the sensors of a device (specification 2, section 2 "Sensors page"). */
function sensorColumns(dehaId: number): readonly SensorColumn[] {
  const capabilities = hardwareById(dehaId)?.capabilities;
  if (capabilities?.sensorEnrolment == null) return ofWatches;
  return capabilities.stcb ? ofStcb : ofHomeUnits;
}

/** Columns that a narrow screen leaves out: the sensor's own page has them. */
const wideOnly: readonly SensorColumn[] = ['type', 'function', 'serial', 'mac', 'door', 'signal', 'lastContact'];
/** Under the name, where there is one. */
const hiddenOnPhones = (column: SensorColumn, columns: readonly SensorColumn[]) =>
  wideOnly.includes(column) && (column !== 'type' || columns.includes('name')) ? { visibleFrom: 'sm' as const } : {};

export function SensorTable({ device, rows }: { device: DeviceDetail; rows: readonly SensorRow[] }) {
  const { t } = useTranslation();
  const columns = sensorColumns(device.dehaId);
  return (
    <Table.ScrollContainer minWidth={320} className={styles.list}>
      <Table aria-label={t('sensors.list')}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} {...hiddenOnPhones(column, columns)}>
                {t(`sensors.columns.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.sensor.deseId} aria-busy={row.updating}>
              {columns.map((column) => (
                <Table.Td
                  key={column}
                  {...hiddenOnPhones(column, columns)}
                  {...(column === 'name' && { className: styles.name })}
                >
                  <Cell column={column} row={row} device={device} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface CellProps {
  column: SensorColumn;
  row: SensorRow;
  device: DeviceDetail;
}

function Cell({ column, row, device }: CellProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useSensorWords();
  const { sensor, rssi, battery, lastContact, updating } = row;
  switch (column) {
    case 'status':
      return <SensorStatusMark status={sensor.status.key} updating={updating} />;
    case 'type':
      return <SensorTypeMark code={sensor.type.code} />;
    case 'name':
      return (
        <>
          <span>{words.name(sensor)}</span>
          <Text span hiddenFrom="sm" className={styles.under}>
            {[words.type(sensor.type.code), words.door(row)].filter((part) => part !== '').join(' · ')}
          </Text>
        </>
      );
    case 'function':
      return <span>{words.function(sensor.function.code, sensor.functionType)}</span>;
    case 'serial':
      return <span>{shownSerial(sensor.gatewayId)}</span>;
    case 'mac':
      return <span>{sensor.macAddress ?? sensor.gatewayId}</span>;
    case 'door':
      return <span>{words.door(row)}</span>;
    case 'signal':
      return rssi === null ? null : <Signal row={row} rssi={rssi} />;
    case 'battery':
      return battery === null ? null : <span>{t('common.percent', { value: formats.number(battery) })}</span>;
    case 'lastContact':
      return lastContact === null ? null : <RelativeTime time={lastContact} />;
    case 'actions':
      return <SensorActions device={device} row={row} />;
  }
}

/** Of a base station or wristband with the time at which it was last saved. */
function Signal({ row: { sensor, type, rssiSaved }, rssi }: { row: SensorRow; rssi: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useSensorWords();
  const saved = type === 'vardeHome' ? null : rssiSaved;
  return (
    <>
      <span>{words.signal(sensor.type.code, rssi)}</span>
      {saved !== null && (
        <div className={styles.dim}>{t('sensors.signalSaved', { time: formats.dayAndClock(saved) })}</div>
      )}
    </>
  );
}
