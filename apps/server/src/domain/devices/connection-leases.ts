import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { jsonText } from '#platform/database/json-rows.ts';
import { jsonNamed, prepared } from '#platform/database/prepared.ts';
import type { IdentityRecord } from './identities.ts';

/** Length of a lease, by the clock of the database. */
const leaseSeconds = 30;

/** Takes or renews the lease of this gateway, on which all its connections depend. */
export async function renewLease(db: Database, gatewayId: string): Promise<void> {
  await db.execute(sql`insert into gateways (gateway_id, leased_until)
    values (${gatewayId}, now() + interval '1 second' * ${leaseSeconds}::int)
    on conflict (gateway_id) do update set leased_until = excluded.leased_until`);
}

/** Other gateways with an expired lease that may still hold connections. */
export async function expiredGateways(db: Database, ownId: string): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select gateway_id as id from gateways where leased_until <= now() and gateway_id <> ${ownId}`,
  );
  return rows.map(({ id }) => id);
}

/** Deletes a gateway that holds no connections, unless it has renewed its lease meanwhile. */
export async function forgetGateway(db: Database, gatewayId: string): Promise<void> {
  await db.execute(sql`delete from gateways where gateway_id = ${gatewayId} and leased_until <= now()`);
}

/** Devices whose identities were released from a gateway, and those of them that no gateway holds now. */
interface Released {
  deviIds: number[];
  disconnected: number[];
}

/**
 * Releases the connections of these gateways, for at most this many devices (null: all). Locks the devices first, in
 * ascending order of their numbers (the lock order for devices).
 */
export async function releaseConnections(
  tx: Database,
  gatewayIds: readonly string[],
  most: number | null,
): Promise<Released> {
  const gateways = sql`${sql.param([...gatewayIds])}::text[]`;
  const locked = await queryRows<{ id: number }>(
    tx,
    sql`select devi_id as id from devices where devi_id in (
          select distinct devi_id from device_identities where gateway_id = any(${gateways}) order by devi_id limit ${most})
        order by devi_id for no key update`,
  );
  const deviIds = locked.map(({ id }) => id);
  if (deviIds.length === 0) return { deviIds, disconnected: [] };
  const these = sql`${sql.param(deviIds)}::int[]`;
  await tx.execute(sql`update device_identities set gateway_id = null, connection_id = null, lost_at = now()
    where devi_id = any(${these}) and gateway_id = any(${gateways})`);
  const gone = await queryRows<{ id: number }>(
    tx,
    sql`update devices d set connected = false, rev = nextval('rev_seq')
        where devi_id = any(${these}) and connected
          and not exists (select from device_identities i where i.devi_id = d.devi_id and i.gateway_id is not null)
        returning devi_id as id`,
  );
  return { deviIds, disconnected: gone.map(({ id }) => id) };
}

/**
 * Devices marked as connected although no gateway holds them: marked by a version without leases, or without their
 * identity.
 */
export async function disconnectUnheld(tx: Database): Promise<void> {
  await tx.execute(sql`update devices set connected = false, rev = nextval('rev_seq')
    where devi_id in (
      select devi_id from devices d where connected
        and not exists (select from device_identities i where i.devi_id = d.devi_id and i.gateway_id is not null)
      order by devi_id for no key update)`);
}

/** Stores which gateway holds each identity, and whether several connections claim it. */
export async function saveConnections(
  tx: Database,
  identities: readonly Omit<IdentityRecord, 'secret'>[],
): Promise<void> {
  if (identities.length === 0) return;
  const rows = identities.map(({ protocol, identity, contested, gatewayId, connectionId, lostAt }) => ({
    protocol,
    identity,
    contested,
    gateway_id: gatewayId,
    connection_id: connectionId,
    lost_at: lostAt,
  }));
  await save(tx, { rows: jsonText(rows) });
}

const save = prepared(
  'save_connections',
  sql`update device_identities i
    set contested = n.contested, gateway_id = n.gateway_id, connection_id = n.connection_id, lost_at = n.lost_at
    from json_populate_recordset(null::device_identities, ${jsonNamed('rows')}) n
    where i.protocol = n.protocol and i.identity = n.identity`,
);
