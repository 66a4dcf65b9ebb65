/** The maps and their logs: of all devices, or of a single one (specification 2, section 3 "Map type"). */
export const mapType = { all: 0, single: 1 } as const;
export type MapType = (typeof mapType)[keyof typeof mapType];
