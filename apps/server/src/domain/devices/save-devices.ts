import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { jsonText } from '#platform/database/json-rows.ts';
import { jsonNamed, prepared } from '#platform/database/prepared.ts';
import type { DeviceRecord } from './device-row.ts';

/** Stores the state of these devices with their next revision, and sets that revision on the records. */
export async function saveDevices(tx: Database, changed: readonly DeviceRecord[]): Promise<void> {
  if (changed.length === 0) return;
  const saved = await save(tx, { rows: jsonText(changed.map(columnsOf)) });
  const revs = new Map(saved.map((row) => [row.devi_id, Number(row.rev)]));
  for (const device of changed) device.rev = revs.get(device.deviId) ?? device.rev;
}

const save = prepared<{ devi_id: number; rev: string | number }>(
  'save_devices',
  sql`update devices set
        last_msg_in = n.last_msg_in, battery = n.battery, charging = n.charging,
        gsm_strength = n.gsm_strength, connected = n.connected, watch_removed = n.watch_removed, pos_lati = n.pos_lati,
        pos_long = n.pos_long, pos_time = n.pos_time, pos_type = n.pos_type,
        pos_accuracy = n.pos_accuracy, place = n.place, state_time = n.state_time, fiwa_num = n.fiwa_num, announced = n.announced,
        active_at = n.active_at, steps = n.steps, self_check_at = n.self_check_at,
        flags = n.flags, status = n.status, rev = nextval('rev_seq')
      from json_populate_recordset(null::devices, ${jsonNamed('rows')}) n
      where devices.devi_id = n.devi_id
      returning devices.devi_id, devices.rev`,
);

function columnsOf(now: DeviceRecord) {
  return {
    devi_id: now.deviId,
    last_msg_in: now.lastMsgIn,
    battery: now.battery,
    charging: now.charging,
    gsm_strength: now.gsmStrength,
    connected: now.connected,
    watch_removed: now.watchRemoved,
    pos_lati: now.posLati,
    pos_long: now.posLong,
    pos_time: now.posTime,
    pos_type: now.posType,
    pos_accuracy: now.posAccuracy,
    place: now.place,
    state_time: now.stateTime,
    fiwa_num: now.fiwaNum,
    announced: now.announced,
    active_at: now.activeAt,
    steps: now.steps,
    self_check_at: now.selfCheckAt,
    flags: now.flags,
    status: now.status,
  };
}
