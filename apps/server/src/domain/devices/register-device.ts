import { hardwareById } from '@varde/catalogue/hardware/index';
import { type ProtocolKey, registrationProtocol } from '@varde/catalogue/protocols';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { findAlarmCentre } from '../customers/customers.ts';
import { isStock } from './free-unit.ts';
import { addIdentity } from './identities.ts';
import { devices } from './tables.ts';

export interface NewDevice {
  /** Hardware number of the catalogue. */
  dehaId: number;
  custId: number;
  deviceName: string;
  deviceSerialNumber: string;
  /** As the device identifies itself on the wire, e.g. by IMEI. */
  identity: string;
  formattedPhoneNumE164?: string;
  /** An existing token, instead of a new one. */
  token?: string;
}

export interface RegisteredDevice {
  deviId: number;
  protocol: ProtocolKey;
  /** The device's own token where its protocol has one; only its hash is stored, so it cannot be shown again. */
  token: string | null;
}

/**
 * Registers a device on the protocol of its hardware (`registrationProtocol`). Null when its serial number, or its identity on that protocol, is taken.
 * Throws for hardware that the catalogue does not know.
 */
export async function registerDevice(db: Database, device: NewDevice): Promise<RegisteredDevice | null> {
  const hardware = hardwareById(device.dehaId);
  if (hardware === undefined) throw new Error(`the catalogue knows no hardware ${device.dehaId}`);
  const protocol = registrationProtocol(hardware).key;
  const { token: secret, identity, ...columns } = device;
  const stored = isStock(device.custId);
  const activatedDate = sql`case when ${stored} then null else now() end`;
  const status = sql`(case when ${stored} then 'lastMessageOnly' else 'clear' end)::device_status`;
  return db.transaction(async (tx) => {
    const centre = await findAlarmCentre(tx, device.custId);
    const [row] = await tx
      .insert(devices)
      .values({
        ...columns,
        activatedDate,
        status,
        ahpId: centre?.custId ?? null,
        rev: sql`nextval('rev_seq')`,
      })
      .onConflictDoNothing()
      .returning({ deviId: devices.deviId });
    if (row === undefined) return null;
    const { deviId } = row;
    const added = await addIdentity(tx, { deviId, protocol, identity, secret });
    if (added !== null) return { deviId, protocol, token: added.token };
    await tx.delete(devices).where(eq(devices.deviId, deviId));
    return null;
  });
}
