import { IconCurrentLocation } from '@tabler/icons-react';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { type DeviceColumnKey, deviceColumns, extraColumns } from '@varde/contract/device-columns';
import type { ListedDevice } from '@varde/contract/devices';
import type { Session } from '@varde/contract/session';
import type { TFunction } from 'i18next';
import { SerialNumber } from '#domain/device/serial-number.tsx';
import { BatteryMeter } from '#domain/status/battery-meter.tsx';
import { LastContact } from '#domain/status/last-contact.tsx';
import { LastTest } from '#domain/status/last-test.tsx';
import { SignalBars } from '#domain/status/signal-bars.tsx';
import { StatusCell } from '#domain/status/status-cell.tsx';
import type { Column } from '#kit/table/columns.ts';
import { DeviceActions, DeviceName } from './device-actions.tsx';
import styles from './device-list.module.css';
import { NoteText } from './note-text.tsx';
import { TrackingState } from './tracking-state.tsx';

interface Drawing extends Pick<Column<ListedDevice>, 'width' | 'narrowWidth' | 'narrowArea' | 'cell'> {
  /** Of a device without a value. A column without any gives its room to names on a tablet. */
  isEmpty?: (device: ListedDevice) => boolean;
}

const folds = new Map([...deviceColumns, ...extraColumns].map(({ key, foldBelow }) => [key, foldBelow]));

/** The columns of the device list with their rendering. */
export function drawnColumns(
  t: TFunction,
  session: Pick<Session, 'context'>,
  keys: readonly DeviceColumnKey[],
): (Column<ListedDevice> & Drawing)[] {
  const drawings = drawingsOf(t, session.context === 'AHP');
  return keys.map((key) => {
    const foldBelow = folds.get(key);
    return { key, header: t(`devices.${key}`), ...(foldBelow ? { foldBelow } : {}), ...drawings[key] };
  });
}

const text = (words: string) => <span className={styles.clipped}>{words}</span>;

const drawingsOf = (t: TFunction, ahp: boolean): Record<DeviceColumnKey, Drawing> => ({
  status: {
    width: 'minmax(0, 210px)',
    narrowWidth: 'clamp(130px, 18vw, 8.125rem)',
    cell: (device) => <StatusCell device={device} ahp={ahp} />,
  },
  name: {
    width: 'minmax(184px, 2fr)',
    narrowWidth: 'minmax(0, 1fr)',
    narrowArea: '1 / 2',
    cell: (device) => <DeviceName device={device} />,
  },
  serial: {
    width: 'minmax(108px, 0.5fr)',
    narrowWidth: 'minmax(84px, max-content)',
    narrowArea: '1 / 3 / 3',
    cell: (device) => <SerialNumber serial={device.deviceSNNum} />,
  },
  customer: {
    width: 'minmax(0, 1.3fr)',
    cell: (device) => text(device.ownedByCustName),
  },
  battery: {
    width: '82px',
    narrowArea: '2 / 1',
    isEmpty: ({ battery }) => battery === null,
    cell: (device) => <BatteryMeter battery={device.battery} charging={device.charging} />,
  },
  signal: {
    width: '58px',
    isEmpty: ({ gsmStrength }) => gsmStrength === null,
    cell: (device) => <SignalBars device={device} />,
  },
  tracking: {
    width: '96px',
    cell: (device) => <TrackingState device={device} icon={IconCurrentLocation} />,
  },
  lastContact: { width: '150px', narrowArea: '2 / 2', cell: (device) => <LastContact time={device.lastMsgIn} /> },
  type: { width: 'minmax(0, 1fr)', cell: ({ dehaId }) => text(hardwareById(dehaId)?.name ?? '') },
  phone: { width: '130px', cell: (device) => text(device.formattedPhoneNumE164 ?? '') },
  userTag: { width: 'minmax(0, 1fr)', cell: ({ userTag }) => text(t(`catalogue.userTags.${userTag}`)) },
  note: { width: 'minmax(0, 2fr)', cell: (device) => <NoteText device={device} /> },
  lastTest: { width: '170px', cell: (device) => <LastTest device={device} /> },
  actions: { width: '244px', cell: (device) => <DeviceActions device={device} /> },
});
