import { sensorImageDueSeconds, sensorImageKeptSeconds } from '@varde/catalogue/image-types';
import { sensorTypes } from '@varde/catalogue/sensor-types';
import type { Capture } from '@varde/contract/sensors';
import { and, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { jsonRows } from '#platform/database/json-rows.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { commands } from '../commands/tables.ts';
import { devices } from '../devices/tables.ts';
import { sensorImages } from './tables.ts';

const cameras = sensorTypes.filter((type) => 'camera' in type).map(({ code }) => code);

/** An image as a unit reported it; `data` is base64. */
export interface ReportedImage {
  devi_id: number;
  gateway_id: string;
  media_type: string;
  data: string;
  at: string;
}

/**
 * Stores the images that somebody has asked these units for, and discards all others: of a sensor without a camera, and
 * of an earlier wearer's time. Returns the devices of those that are stored.
 */
export async function keepSensorImages(tx: Database, images: readonly ReportedImage[]): Promise<number[]> {
  if (images.length === 0) return [];
  const wasAsked = sql`exists (select from commands c
    join device_assignments a on a.devi_id = c.devi_id and a.ends_at is null and c.created_at >= a.begins_at
    where c.devi_id = s.devi_id and c.command ->> 'gatewayId' = s.gateway_id and c.command ->> 'kind' = 'captureImage'
      and c.state <> 'cancelled' and c.created_at > n.at - make_interval(secs => ${sensorImageDueSeconds}))`;
  const stored = await queryRows<{ devi_id: number }>(
    tx,
    sql`insert into sensor_images (dese_id, devi_id, media_type, image, received_at)
      select distinct on (s.dese_id) s.dese_id, s.devi_id, n.media_type, decode(n.data, 'base64'), n.at
      from json_to_recordset(${jsonRows(images)})
        as n (devi_id int, gateway_id text, media_type text, data text, at timestamptz)
      join sensors s on s.devi_id = n.devi_id and s.gateway_id = n.gateway_id
      where s.saved and s.type_code = any(${sql.param(cameras)}::text[]) and ${wasAsked}
      order by s.dese_id, n.at desc
      on conflict (dese_id) do update
        set media_type = excluded.media_type, image = excluded.image, received_at = excluded.received_at
      returning devi_id`,
  );
  return stored.map(({ devi_id }) => devi_id);
}

/** The former image goes when another one is asked for, so that what is shown is always the one that was asked for. */
export async function forgetSensorImage(tx: Database, deseId: number): Promise<void> {
  await tx.delete(sensorImages).where(eq(sensorImages.deseId, deseId));
}

const secondsBefore = (now: number, seconds: number): Date => new Date(now - seconds * 1000);
/** An image far in the future came before the clock was set back: nobody knows how old it is. */
const isKept = (now: number): SQL =>
  sql`(${gt(sensorImages.receivedAt, secondsBefore(now, sensorImageKeptSeconds))}
    and ${lt(sensorImages.receivedAt, secondsBefore(now, -sensorImageKeptSeconds))})`;

/** The image of a sensor of a device within scope; undefined: there is none, or it is too old. */
export async function findSensorImage(db: Database, scope: Scope, deseId: number, now: number) {
  const { custId, deviId, deletedAt } = devices;
  const { mediaType, image, receivedAt } = sensorImages;
  const [found] = await db
    .select({ custId, deviId, mediaType, image, receivedAt })
    .from(sensorImages)
    .innerJoin(devices, eq(deviId, sensorImages.deviId))
    .where(and(eq(sensorImages.deseId, deseId), isNull(deletedAt), withinScope(custId, scope), isKept(now)));
  return found;
}

interface CameraSensor {
  deviId: number;
  deseId: number;
  gatewayId: string;
}

/** How far the image is that somebody asked a sensor for. */
export async function captureOf(
  db: Database,
  { deviId, deseId, gatewayId }: CameraSensor,
  now: number,
): Promise<Capture> {
  const none: Capture = { state: 'none', at: null, reason: null, answer: null };
  const [kept] = await db
    .select({ receivedAt: sensorImages.receivedAt })
    .from(sensorImages)
    .where(and(eq(sensorImages.deseId, deseId), isKept(now)));
  if (kept) return { ...none, state: 'taken', at: kept.receivedAt.getTime() };
  const [asked] = await db
    .select()
    .from(commands)
    .where(
      and(
        eq(commands.deviId, deviId),
        eq(sql`${commands.command} ->> 'gatewayId'`, gatewayId),
        eq(sql`${commands.command} ->> 'kind'`, 'captureImage'),
        gt(commands.createdAt, secondsBefore(now, sensorImageKeptSeconds)),
      ),
    )
    .orderBy(desc(commands.commandId))
    .limit(1);
  if (asked === undefined || asked.state === 'cancelled') return none;
  const at = asked.createdAt.getTime();
  const isUnderWay = asked.endedAt === null || (asked.state === 'confirmed' && now - at < sensorImageDueSeconds * 1000);
  if (isUnderWay) return { ...none, state: 'waiting', at };
  return { state: 'failed', at, reason: asked.reason ?? 'noImage', answer: asked.answer };
}

/** Deletes the images that have been kept for as long as they are. */
export async function deleteOldImages(db: Database, now: number): Promise<void> {
  await db.delete(sensorImages).where(sql`not ${isKept(now)}`);
}
