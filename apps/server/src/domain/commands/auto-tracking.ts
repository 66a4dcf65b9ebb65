import { hasAction, pressedActionByKey } from '@varde/catalogue/device-actions';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { alarmTracking } from '@varde/catalogue/settings/tracking';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { noActor, recordAudit } from '../audit/audit.ts';
import { presentAssignment } from '../devices/device-note.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import type { WireGroups } from '../settings/wire-groups.ts';
import { cancelPending, latestTracking, queueCommand } from './commands.ts';
import { carryUnsent } from './send-settings.ts';
import { type TrackingOrder, trackingCommand } from './tracking-values.ts';

/** A device whose tracking Varde begins because of an alarm, or ends because that is reset. */
export interface DueTracking {
  deviId: number;
  alarmId: number;
}

/** Of which devices: those after a number, ascending and at most `limit`, or one. */
export type Asked = { after: number; limit: number } | { deviId: number };

const trackable = hardwareList
  .filter(({ dehaId }) => hasAction(dehaId, pressedActionByKey('startTracking')))
  .map(({ dehaId }) => dehaId);

const within = (deviId: SQL, asked: Asked): SQL =>
  'deviId' in asked ? sql`${deviId} = ${asked.deviId}` : sql`${deviId} > ${asked.after}`;
const most = (asked: Asked): number => ('deviId' in asked ? 1 : asked.limit);

const isOpen = (alarm: SQL, device: SQL): SQL =>
  sql`(${alarm}.state <> 'reset' and ${alarm}.cust_id = ${device}.cust_id
    and ${alarm}.assignment_id = ${presentAssignment(sql`${device}.devi_id`)})`;

const isTracking = (command: SQL): SQL => sql`${command}.command ->> 'kind' in ('startTracking', 'stopTracking')`;

/**
 * The devices to be tracked because of an open alarm of the present wearer (decision 0024): each once for as long as it
 * has open alarms, and again only when it never got the command.
 */
function toBegin(db: Database, asked: Asked): Promise<DueTracking[]> {
  return queryRows(
    db,
    sql`select distinct on (a.devi_id) a.devi_id as "deviId", a.alarm_id as "alarmId"
      from alarms a join devices d on d.devi_id = a.devi_id
        left join device_settings s on s.devi_id = a.devi_id and s.key = ${alarmTracking.key}
        left join lateral (select c.command ->> 'kind' as kind, c.state, c.alarm_id from commands c
          where c.devi_id = a.devi_id and c.alarm_id is not null order by c.command_id desc limit 1) own on true
      where ${isOpen(sql`a`, sql`d`)} and ${within(sql`a.devi_id`, asked)}
        and coalesce(s.desired, 'true'::jsonb) = 'true'::jsonb
        and d.connected and d.tracking_until is null and d.deleted_at is null
        and d.deha_id = any (${sql.param(trackable)}::int[]) and not d.positioning_off
        and (own.kind is null or own.kind = 'stopTracking' or own.state = 'expired'
          or exists (select from alarms former where former.alarm_id = own.alarm_id and former.state = 'reset'))
        and not exists (select from commands c where c.devi_id = a.devi_id and ${isTracking(sql`c`)}
          and c.state in ('pending', 'sent') and c.ended_at is null)
      order by a.devi_id, a.alarm_id limit ${most(asked)}`,
  );
}

/**
 * The devices that Varde has tracked because of an alarm that is reset, unless another one is open. One whose tracking a
 * user has begun or ended since is left alone, and so is one that has refused to end it: its minutes do (`tracking-end`).
 */
function toEnd(db: Database, asked: Asked): Promise<DueTracking[]> {
  return queryRows(
    db,
    sql`select d.devi_id as "deviId", last.alarm_id as "alarmId"
      from devices d
        join lateral (select c.command ->> 'kind' as kind, c.alarm_id from commands c
          where c.devi_id = d.devi_id and ${isTracking(sql`c`)} and (c.state in ('pending', 'sent', 'confirmed')
            or c.state = 'failed' and c.alarm_id is not null and c.command ->> 'kind' = 'stopTracking')
          order by c.command_id desc limit 1) last on last.kind = 'startTracking'
        join alarms reset on reset.alarm_id = last.alarm_id and reset.state = 'reset'
      where d.devi_id in (select t.devi_id from devices t where t.tracking_until is not null
          union select c.devi_id from commands c
            where c.state in ('pending', 'sent') and c.ended_at is null and c.alarm_id is not null)
        and ${within(sql`d.devi_id`, asked)} and d.deleted_at is null
        and not exists (select from alarms a where a.devi_id = d.devi_id and ${isOpen(sql`a`, sql`d`)})
      order by d.devi_id limit ${most(asked)}`,
  );
}

/** The devices whose tracking is to begin, or to end. */
export const dueTracking = (db: Database, kind: TrackingOrder['kind'], asked: Asked): Promise<DueTracking[]> =>
  kind === 'startTracking' ? toBegin(db, asked) : toEnd(db, asked);

/**
 * Queues the command as the action does, with its audit entry. Call it in a transaction that holds the lock of the
 * device.
 */
export async function orderTracking(
  tx: Database,
  device: DeviceRecord,
  { kind, alarmId, at }: { kind: TrackingOrder['kind']; alarmId: number; at: Date },
  wireGroups: WireGroups,
): Promise<void> {
  const { deviId, custId } = device;
  if (kind === 'stopTracking') {
    const begun = await latestTracking(tx, deviId);
    if (begun !== undefined) await cancelPending(tx, begun.commandId, { at, reason: 'superseded' });
  }
  const command = await trackingCommand(tx, device, { kind }, wireGroups);
  const commandId = await queueCommand(tx, { deviId, command, userId: null, at, alarmId });
  if (kind === 'stopTracking') await carryUnsent(tx, deviId, commandId, command.values);
  const { kind: _, ...values } = command;
  const { audit } = pressedActionByKey(kind);
  const after = { commandId, alarmId, ...values };
  await recordAudit(tx, { action: audit, at, by: noActor, custId, deviId, after });
}
