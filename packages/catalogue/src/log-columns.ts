import { type MapType, mapType } from './map-types.ts';

/** The columns of the transaction table, in their order (specification 2, section 9 "Table columns"). */
const logColumns = [
  { key: 'id', of: 'any' },
  { key: 'time', of: 'any' },
  { key: 'deviceName', of: 'all devices' },
  { key: 'message', of: 'any' },
  /** The specification calls it "comm". */
  { key: 'source', of: 'any' },
  { key: 'sensor', of: 'gx8' },
  { key: 'position', of: 'others' },
  { key: 'sat', of: 'others' },
  { key: 'gsm', of: 'others' },
  { key: 'battery', of: 'others' },
] as const;

export type LogColumn = (typeof logColumns)[number]['key'];
export type DeviceLogColumn = Exclude<(typeof logColumns)[number], { of: 'all devices' }>['key'];

/** The columns of the log of one device: home units of the Gx8 family have the sensor in place of what others report. */
export const columnsOfDevice = ({ gx8 }: { gx8: boolean }): readonly DeviceLogColumn[] =>
  logColumns.flatMap((column) => {
    if (column.of === 'all devices') return [];
    return column.of === 'any' || column.of === (gx8 ? 'gx8' : 'others') ? [column.key] : [];
  });

/** The columns of the log of a map; that of all devices has those of every kind. */
export const columnsOfLog = (type: MapType, device: { gx8: boolean }): readonly LogColumn[] =>
  type === mapType.all ? logColumns.map(({ key }) => key) : columnsOfDevice(device);
