import { IconCurrentLocation } from '@tabler/icons-react';
import { type DeviceColumnKey, deviceColumns } from '@varde/contract/device-columns';
import type { ListedDevice } from '@varde/contract/devices';
import type { Session } from '@varde/contract/session';
import type { TFunction } from 'i18next';
import { SerialNumber } from '#domain/device/serial-number.tsx';
import { BatteryMeter } from '#domain/status/battery-meter.tsx';
import { LastContact } from '#domain/status/last-contact.tsx';
import { SignalBars } from '#domain/status/signal-bars.tsx';
import { StatusCell } from '#domain/status/status-cell.tsx';
import type { Column } from '#kit/table/columns.ts';
import { DeviceActions, DeviceName } from './device-actions.tsx';
import styles from './device-list.module.css';
import { TrackingState } from './tracking-state.tsx';

type Drawing = Pick<Column<ListedDevice>, 'width' | 'narrowWidth' | 'cell'>;

/** The columns of the device list as they are drawn. */
export function drawnColumns(t: TFunction, session: Pick<Session, 'context'>): Column<ListedDevice>[] {
  const drawings = drawingsOf(session.context === 'AHP');
  return deviceColumns.map(({ key, foldBelow }) => ({
    key,
    header: t(`devices.${key}`),
    ...(foldBelow === null ? {} : { foldBelow }),
    ...drawings[key],
  }));
}

const drawingsOf = (ahp: boolean): Record<DeviceColumnKey, Drawing> => ({
  status: {
    width: 'minmax(0, 205px)',
    narrowWidth: 'minmax(0, 1.1fr)',
    cell: (device) => <StatusCell device={device} ahp={ahp} />,
  },
  name: {
    width: 'minmax(0, 2fr)',
    narrowWidth: 'minmax(0, 1.2fr)',
    cell: (device) => <DeviceName device={device} />,
  },
  serial: {
    width: 'minmax(104px, 1fr)',
    narrowWidth: 'minmax(108px, 0.5fr)',
    cell: (device) => <SerialNumber serial={device.deviceSNNum} />,
  },
  customer: {
    width: 'minmax(0, 1.3fr)',
    cell: (device) => <span className={styles.clipped}>{device.ownedByCustName}</span>,
  },
  battery: {
    width: '90px',
    cell: (device) => <BatteryMeter battery={device.battery} charging={device.charging} />,
  },
  signal: { width: '76px', cell: (device) => <SignalBars device={device} /> },
  tracking: {
    width: '96px',
    cell: (device) => <TrackingState until={device.trackingUntil} icon={IconCurrentLocation} />,
  },
  lastContact: { width: '150px', cell: (device) => <LastContact time={device.lastMsgIn} /> },
  actions: { width: '148px', cell: (device) => <DeviceActions device={device} /> },
});
