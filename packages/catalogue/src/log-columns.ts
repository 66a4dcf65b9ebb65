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

/** The columns of a log of one device, or of all devices (null), which are of every kind. */
export const columnsOfLog = (device: { gx8: boolean } | null): readonly LogColumn[] =>
  device === null ? logColumns.map(({ key }) => key) : columnsOfDevice(device);
