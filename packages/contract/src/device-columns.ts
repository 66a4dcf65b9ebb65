/**
 * The columns of the device list in order, and below which width of the screen (px) each goes into the row's fold; null:
 * it is always there. Specification 1, section 2 "Device list". Whatever shows or exports the list takes them from here.
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

export type DeviceColumnKey = (typeof deviceColumns)[number]['key'];
