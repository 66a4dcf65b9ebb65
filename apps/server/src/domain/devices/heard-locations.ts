import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { jsonRows } from '#platform/database/json-rows.ts';

/** A device, and an address that it hears. */
export interface HeardAddress {
  devi_id: number;
  mac_address: string;
}

/** A known access point with one of these addresses, which was named where its place was known. */
export interface HeardAccessPoint {
  deviId: number;
  macAddress: string;
  dekmId: number;
  /** What people call where it stands. */
  name: string;
  /** Degrees WGS 84. */
  lat: number;
  lng: number;
}

/** A reference point with one of these addresses, of a location that counts for the device. */
export interface HeardReference {
  deviId: number;
  macAddress: string;
  inloId: number;
  name: string;
  /** Degrees WGS 84. */
  lat: number;
  lng: number;
  /** It belongs to the device's wearer, and is not shared. */
  own: boolean;
  /** dBm in the scan that it comes from; -120: unknown. */
  signalStrength: number;
}

/**
 * The reference points that devices hear, of the locations of their present wearers (those of the master for a clone)
 * and those shared by their customers and the ones above.
 */
export function findHeardReferences(db: Database, heard: readonly HeardAddress[]): Promise<HeardReference[]> {
  return queryRows(
    db,
    sql`select h.devi_id as "deviId", p.mac_address as "macAddress", l.inlo_id as "inloId", l.name, l.lat, l.lng,
        l.cust_id is null as own, p.signal_strength as "signalStrength"
      from json_to_recordset(${jsonRows(heard)}) as h (devi_id int, mac_address text)
      join indoor_location_devices p on p.mac_address = h.mac_address
      join indoor_locations l on l.inlo_id = p.inlo_id
      join devices d on d.devi_id = h.devi_id
      join customers c on c.cust_id = d.cust_id
      where l.cust_id = any (c.path) or l.assignment_id = (
        select a.assignment_id from device_assignments a
        where a.devi_id = case d.twin when 'CLONE' then d.twin_device else d.devi_id end and a.ends_at is null)`,
  );
}

/** The known access points that devices hear, of their present assignments, with a place. */
export function findHeardAccessPoints(db: Database, heard: readonly HeardAddress[]): Promise<HeardAccessPoint[]> {
  return queryRows(
    db,
    sql`select h.devi_id as "deviId", k.mac_address as "macAddress", k.dekm_id as "dekmId", k.location as name, k.lat, k.lng
      from json_to_recordset(${jsonRows(heard)}) as h (devi_id int, mac_address text)
      join device_assignments a on a.devi_id = h.devi_id and a.ends_at is null
      join device_known_macs k on k.assignment_id = a.assignment_id and k.mac_address = h.mac_address
      where k.lat is not null and k.lng is not null`,
  );
}
