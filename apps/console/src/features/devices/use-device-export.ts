import { hardwareById } from '@varde/catalogue/hardware/index';
import { signalOf } from '@varde/catalogue/signal';
import type { CsvCell } from '@varde/contract/csv';
import { deviceColumns } from '@varde/contract/device-columns';
import type { ListedDevice } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { notifyError } from '#domain/errors/notify-error.ts';
import type { TableExport } from '#domain/export/use-table-export.ts';
import { useFormats } from '#kit/use-formats.ts';

/** The columns with data; actions have no text. */
const columns = deviceColumns.flatMap(({ key }) => (key === 'actions' ? [] : [key]));
type Key = (typeof columns)[number];

/** A table of devices with the texts of the screen, plus phone number and type; figures are numbers. */
function useDeviceTable(): Omit<TableExport<ListedDevice>, 'page'> {
  const { t } = useTranslation();
  const formats = useFormats();
  const words: Record<Key, (device: ListedDevice) => CsvCell> = {
    status: ({ status }) => t(`catalogue.statuses.${status}`),
    name: ({ deviceName }) => deviceName,
    serial: ({ deviceSNNum }) => deviceSNNum,
    customer: ({ ownedByCustName }) => ownedByCustName,
    battery: ({ battery }) => battery ?? '',
    signal: (device) => signalBars(device),
    tracking: ({ trackingUntil }) => (trackingUntil === null ? '' : { typed: formats.exact(trackingUntil) }),
    lastContact: ({ lastMsgIn }) => (lastMsgIn === null ? '' : { typed: formats.exact(lastMsgIn) }),
  };
  return {
    name: t('bulk.file'),
    header: [
      ...columns.map((key) => (key === 'battery' || key === 'signal' ? t(`bulk.figures.${key}`) : t(`devices.${key}`))),
      t('devices.type'),
      t('devices.phone'),
    ],
    line: (device) => [
      ...columns.map((key) => words[key](device)),
      hardwareById(device.dehaId)?.name ?? '',
      device.formattedPhoneNumE164 ?? '',
    ],
    onError: notifyError,
  };
}

/** Of five; empty when the device is offline or has not reported it. */
function signalBars({ dehaId, gsmStrength, offline, offlineWarning }: ListedDevice): CsvCell {
  const hardware = hardwareById(dehaId);
  const signal = hardware && signalOf(gsmStrength, hardware.signalScale, { offline: offline || offlineWarning });
  return signal?.bars ?? '';
}

export function useSelectedExport(devices: readonly ListedDevice[]): TableExport<ListedDevice> {
  return { ...useDeviceTable(), page: async () => ({ rows: devices, nextCursor: null }) };
}
