import { hardwareById } from '@varde/catalogue/hardware/index';
import { protocolByKey } from '@varde/catalogue/protocols';
import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { createToken, hashOfToken } from '#platform/tokens.ts';
import { devices } from './tables.ts';

export interface NewDevice {
  /** Hardware number of the catalogue. */
  dehaId: number;
  custId: number;
  deviceName: string;
  deviceSerialNumber: string;
  /** As the device names itself on the wire, an IMEI for instance. */
  identity: string;
  formattedPhoneNumE164?: string;
  /** A token that is agreed already, instead of a new one. */
  token?: string;
}

export interface RegisteredDevice {
  deviId: number;
  protocol: string;
  /** The device's own token where its protocol carries one; it is not stored and cannot be shown again. */
  token: string | null;
}

/**
 * Registers a device. Null when its serial number, or its identity on that protocol, is taken.
 * Throws for hardware that the catalogue does not know.
 */
export async function registerDevice(db: Database, device: NewDevice): Promise<RegisteredDevice | null> {
  const hardware = hardwareById(device.dehaId);
  if (hardware === undefined) throw new Error(`the catalogue knows no hardware ${device.dehaId}`);
  const { token: agreed, ...columns } = device;
  const hasToken = protocolByKey(hardware.protocol)?.token ?? false;
  const token = hasToken ? (agreed ?? createToken()) : null;
  const [row] = await db
    .insert(devices)
    .values({
      ...columns,
      protocol: hardware.protocol,
      tokenHash: token === null ? null : hashOfToken(token),
      rev: sql`nextval('rev_seq')`,
    })
    .onConflictDoNothing()
    .returning({ deviId: devices.deviId });
  return row === undefined ? null : { deviId: row.deviId, protocol: hardware.protocol, token };
}
