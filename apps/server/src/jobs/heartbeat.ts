import { offlineAfterMinutes } from '@varde/catalogue/contact';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { type SQL, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';

/** The heartbeat interval that a device has reported, else that of its hardware; 0: it has none. Minutes. */
export function heartbeatMinutes(): SQL {
  const hardware = Object.fromEntries(hardwareList.map((each) => [each.dehaId, each.heartbeatMinutes]));
  const reported = sql`(select reported #>> '{}' from device_settings
    where device_settings.devi_id = ${devices.deviId} and key = 'heartbeatInterval')`;
  const usual = sql`(${JSON.stringify(hardware)}::jsonb ->> ${devices.dehaId}::text)`;
  return sql`coalesce(${reported}, ${usual}, '0')::float8`;
}

/** How long a device may be silent, as an interval. The rule of the catalogue is linear, so two of its points define it. */
export function silentFor(): SQL {
  const base = offlineAfterMinutes(0);
  const minutes = sql`(${base}::float8 + ${offlineAfterMinutes(1) - base}::float8 * ${heartbeatMinutes()})`;
  return sql`interval '1 minute' * ${minutes}`;
}
