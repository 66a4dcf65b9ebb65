/**
 * The columns of the device list in order, and the width of the screen (px) below which each goes into the row's fold;
 * null: it is always visible. Specification 1, section 2 "Device list". All code that shows or exports the list takes
 * them from here.
 */
export const deviceColumns = [
  { key: 'status', foldBelow: null },
  { key: 'name', foldBelow: null },
  { key: 'serial', foldBelow: null },
  { key: 'customer', foldBelow: 1200 },
  { key: 'battery', foldBelow: 768 },
  { key: 'signal', foldBelow: 992 },
  { key: 'tracking', foldBelow: 1200 },
  { key: 'lastContact', foldBelow: 768 },
  { key: 'actions', foldBelow: 992 },
] as const;

/** Columns that the list shows to those who choose them. */
export const extraColumns = [
  { key: 'type', foldBelow: 1200 },
  { key: 'phone', foldBelow: 1200 },
  { key: 'userTag', foldBelow: 1200 },
  { key: 'note', foldBelow: 1200 },
  { key: 'lastTest', foldBelow: 1200 },
] as const;

/** All columns that can be chosen. */
export const columnKeys = [...deviceColumns, ...extraColumns].map(({ key }) => key);

export type DeviceColumnKey = (typeof columnKeys)[number];
