import { IconCurrentLocation } from '@tabler/icons-react';
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

/** The columns of the device list, in order. */
export function deviceColumns(t: TFunction, session: Pick<Session, 'context'>): Column<ListedDevice>[] {
  const ahp = session.context === 'AHP';
  return [
    {
      key: 'status',
      header: t('devices.status'),
      width: 'minmax(0, 205px)',
      narrowWidth: 'minmax(0, 1.1fr)',
      cell: (device) => <StatusCell device={device} ahp={ahp} />,
    },
    {
      key: 'name',
      header: t('devices.name'),
      width: 'minmax(0, 2fr)',
      narrowWidth: 'minmax(0, 1.2fr)',
      cell: (device) => <DeviceName device={device} />,
    },
    {
      key: 'serial',
      header: t('devices.serial'),
      width: 'minmax(90px, 1fr)',
      narrowWidth: 'minmax(108px, 0.5fr)',
      cell: (device) => <SerialNumber serial={device.deviceSNNum} />,
    },
    {
      key: 'customer',
      header: t('devices.customer'),
      width: 'minmax(0, 1.3fr)',
      foldBelow: 1200,
      cell: (device) => <span className={styles.clipped}>{device.ownedByCustName}</span>,
    },
    {
      key: 'battery',
      header: t('devices.battery'),
      width: '90px',
      foldBelow: 768,
      cell: (device) => <BatteryMeter battery={device.battery} charging={device.charging} />,
    },
    {
      key: 'signal',
      header: t('devices.signal'),
      width: '76px',
      foldBelow: 992,
      cell: (device) => <SignalBars device={device} />,
    },
    {
      key: 'tracking',
      header: t('devices.tracking'),
      width: '96px',
      foldBelow: 1200,
      cell: (device) => <TrackingState until={device.trackingUntil} icon={IconCurrentLocation} />,
    },
    {
      key: 'lastContact',
      header: t('devices.lastContact'),
      width: '150px',
      foldBelow: 768,
      cell: (device) => <LastContact time={device.lastMsgIn} />,
    },
    {
      key: 'actions',
      header: t('devices.actions'),
      width: '148px',
      foldBelow: 992,
      cell: (device) => <DeviceActions device={device} />,
    },
  ];
}
