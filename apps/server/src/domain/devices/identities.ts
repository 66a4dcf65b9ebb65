import { hardwareById } from '@varde/catalogue/hardware/index';
import { protocolByKey } from '@varde/catalogue/protocols';
import type { IdentityName } from '@varde/contract/events';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { jsonRows } from '#platform/database/json-rows.ts';
import { idsNamed, prepared } from '#platform/database/prepared.ts';
import { unlessTaken } from '#platform/database/unless-taken.ts';
import { createToken, hashOfToken } from '#platform/secrets/tokens.ts';
import type { Assignment } from './assignments.ts';
import { latestFirst } from './assignments.ts';
import { isSought } from './positioning-off.ts';
import { deviceIdentities } from './tables.ts';

export type IdentityRecord = Omit<typeof deviceIdentities.$inferSelect, 'deviId'>;

/** An identity name as text, for keys of maps and sets. */
export const textOfName = ({ protocol, identity }: IdentityName): string => `${protocol}\n${identity}`;

/** The rows of `device_identities` with these names (JSON), as a relation: the one way to find a device by its identity. */
export const identitiesNamed = (names: SQL): SQL =>
  sql`(select i.* from device_identities i join json_to_recordset(${names})
    as wanted (protocol text, identity text) using (protocol, identity))`;

export interface Belongings {
  /** Latest first: the first one is the present one. */
  assignments: Assignment[];
  /** Those on the hardware's own protocol first. */
  identities: IdentityRecord[];
  /** `disablePositioning` is on. */
  positioningOff: boolean;
  /** Positioning is off, and its wearer has an open alarm for which somebody must find them. */
  sought: boolean;
  /** It has an alarm that is not reset. */
  inAlarm: boolean;
  /** A command of it waits to be sent, or for its answer. */
  commanded: boolean;
  /** The setting `batteryThreshold`, as a user has set it. */
  batteryThreshold: unknown;
}

interface BelongingsRow
  extends Pick<Belongings, 'positioningOff' | 'sought' | 'inAlarm' | 'commanded' | 'batteryThreshold'> {
  deviId: number;
  dehaId: number;
  assignments: (Omit<Assignment, 'beginsAt'> & { beginsAt: number | null })[] | null;
  identities: (Omit<IdentityRecord, 'lostAt'> & { lostAt: number | null })[] | null;
}

const findBelongings = prepared<BelongingsRow>(
  'belongings',
  sql`select d.devi_id as "deviId", d.deha_id as "dehaId",
      (select json_agg(json_build_object('assignmentId', a.assignment_id, 'custId', a.cust_id,
          'beginsAt', (extract(epoch from nullif(a.begins_at, '-infinity')) * 1000)::float8) order by ${latestFirst})
        from device_assignments a where a.devi_id = d.devi_id) as assignments,
      (select json_agg(json_build_object('protocol', i.protocol, 'identity', i.identity, 'secret', i.secret,
          'contested', i.contested, 'gatewayId', i.gateway_id, 'connectionId', i.connection_id,
          'lostAt', (extract(epoch from i.lost_at) * 1000)::float8) order by i.protocol, i.identity)
        from device_identities i where i.devi_id = d.devi_id) as identities,
      d.positioning_off as "positioningOff",
      case when d.positioning_off then ${isSought(sql`d.devi_id`)} else false end as sought,
      exists (select from alarms a where a.devi_id = d.devi_id and a.state <> 'reset') as "inAlarm",
      exists (select from commands c where c.devi_id = d.devi_id and c.state in ('pending', 'sent')
        and c.ended_at is null) as commanded,
      (select s.desired from device_settings s
        where s.devi_id = d.devi_id and s.key = 'batteryThreshold') as "batteryThreshold"
    from devices d where d.devi_id = any(${idsNamed('deviIds')})`,
);

/** What belongs to these devices, and what processing must know of it. The caller holds their locks. */
export async function belongingsOf(db: Database, deviIds: readonly number[]): Promise<Map<number, Belongings>> {
  const rows = await findBelongings(db, { deviIds });
  return new Map(
    rows.map(({ deviId, dehaId, assignments, identities, ...state }) => [
      deviId,
      {
        assignments: (assignments ?? []).map(({ beginsAt, ...rest }) => ({
          ...rest,
          beginsAt: beginsAt ?? -Infinity,
        })),
        identities: ownProtocolFirst(
          dehaId,
          (identities ?? []).map(({ lostAt, ...rest }) => ({
            ...rest,
            lostAt: lostAt === null ? null : new Date(lostAt),
          })),
        ),
        ...state,
      },
    ]),
  );
}

/** The hardware's own protocol is the default for commands. */
function ownProtocolFirst(dehaId: number, identities: IdentityRecord[]): IdentityRecord[] {
  const own = hardwareById(dehaId)?.protocol;
  return identities.toSorted((a, b) => Number(b.protocol === own) - Number(a.protocol === own));
}

/** The secrets of these identities, by identity, where there is one. */
export async function secretsOf(
  db: Database,
  protocol: string,
  identities: readonly string[],
): Promise<Map<string, string>> {
  const names = identities.map((identity) => ({ protocol, identity }));
  const rows = await queryRows<{ identity: string; secret: string }>(
    db,
    sql`select identity, secret from ${identitiesNamed(jsonRows(names))} named where secret is not null`,
  );
  return new Map(rows.map(({ identity, secret }) => [identity, secret]));
}

interface Named {
  deviId: number;
  dehaId: number;
}

/** A device's identities, those on the protocol of its hardware first. */
export async function identitiesOf(db: Database, { deviId, dehaId }: Named): Promise<IdentityRecord[]> {
  const { protocol, identity } = deviceIdentities;
  const rows = await db
    .select()
    .from(deviceIdentities)
    .where(eq(deviceIdentities.deviId, deviId))
    .orderBy(protocol, identity);
  return ownProtocolFirst(dehaId, rows);
}

/** Protocols of a device's identities, that of its hardware first. */
export async function protocolsOf(db: Database, device: Named): Promise<string[]> {
  return [...new Set((await identitiesOf(db, device)).map(({ protocol }) => protocol))];
}

export interface NewIdentity extends IdentityName {
  deviId: number;
  /** An existing secret: a token, or the key of a protocol that encrypts. */
  secret?: string | undefined;
}

/**
 * Adds an identity to a device. Null when the name is taken. The token, where the protocol has one, is returned only
 * now: it is stored as a hash, since it is only compared. A cipher's key is stored as it is.
 */
export async function addIdentity(
  db: Database,
  { deviId, protocol, identity, secret: agreed }: NewIdentity,
): Promise<{ token: string | null } | null> {
  const hasToken = protocolByKey(protocol)?.token ?? false;
  const token = hasToken ? (agreed ?? createToken()) : null;
  const secret = token === null ? (agreed ?? null) : hashOfToken(token);
  const isFree = await unlessTaken(db, 'device_identities_pkey', (tx) =>
    tx.insert(deviceIdentities).values({ deviId, protocol, identity, secret }),
  );
  return isFree ? { token } : null;
}

/** Removes an identity from a device; false when the device does not have it. */
export async function removeIdentity(
  tx: Database,
  deviId: number,
  { protocol, identity }: IdentityName,
): Promise<boolean> {
  const removed = await tx
    .delete(deviceIdentities)
    .where(
      and(
        eq(deviceIdentities.deviId, deviId),
        eq(deviceIdentities.protocol, protocol),
        eq(deviceIdentities.identity, identity),
      ),
    )
    .returning({ contested: deviceIdentities.contested });
  return removed.length > 0;
}
