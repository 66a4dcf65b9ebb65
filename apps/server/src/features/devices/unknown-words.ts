import { beginningOf } from '@varde/catalogue/beginning-of';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { keptFieldNames } from '@varde/catalogue/kept-fields';
import { tranSource } from '@varde/catalogue/transaction-sources';
import type { DeviceDetail } from '@varde/contract/devices';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { frameOf } from '#domain/devices/period.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { epoch } from '#platform/clock/epoch.ts';
import { type Database, queryRows } from '#platform/database/database.ts';

type Said = DeviceDetail['unknownWords'][number];
/** What the protocols know of the words of their devices; app.ts passes it in, since features do not know protocols. */
export interface DeviceWords {
  /** Whether a name under which a value of a message is kept is a word that its protocol does not know. */
  isUnknown(protocol: string, name: string, messageWord: string): boolean;
  /** What stands for the word of a frame that holds none. */
  inFrame(frame: Uint8Array): string;
}

type OfDevice = Pick<DeviceRecord, 'deviId' | 'custId' | 'dehaId'>;

/** Messages that are looked through for unknown words, the words that are shown, and the characters of one. */
const messages = 200;
const mostWords = 20;
const longest = 64;

const ownNames: ReadonlySet<string> = new Set(keptFieldNames);
const sources = [tranSource.http, tranSource.mqtt, tranSource.tcp];

/**
 * Words of a device that Varde does not know: most often a mistake of its maker or of who installed it, who can mend it.
 * They are read from what is kept of its messages anyway, so that a device that invents words costs nothing more.
 */
export async function unknownWordsOf(db: Database, device: OfDevice, known: DeviceWords): Promise<Said[]> {
  const said = [...(await inMessages(db, device, known)), ...(await inUnreadMessages(db, device, known))];
  const words = new Map<string, Said>();
  for (const { word, at } of said.sort((a, b) => b.at - a.at)) {
    const shown = beginningOf(word.replace(/\p{Cc}/gu, '\ufffd'), longest);
    if (!words.has(shown)) words.set(shown, { word: shown, at });
  }
  return [...words.values()].slice(0, mostWords);
}

async function inMessages(db: Database, { deviId, custId, dehaId }: OfDevice, known: DeviceWords): Promise<Said[]> {
  const { word, detail, recTs, tranId, tranSource: source } = transactions;
  const rows = await db
    .select({ word, source, recTs, unknown: sql<Record<string, string> | null>`${detail} -> 'unknown'` })
    .from(transactions)
    .where(and(eq(transactions.deviId, deviId), eq(transactions.custId, custId), inArray(source, sources)))
    .orderBy(desc(recTs), desc(tranId))
    .limit(messages);
  // A device of any hardware may also speak the open protocol.
  const protocolOf = (of: number) => (of === tranSource.tcp && hardwareById(dehaId)?.protocol) || 'mqtt';
  return rows.flatMap((row) =>
    Object.keys(row.unknown ?? {})
      .map((name) => name.replace(/#\d+$/, ''))
      .filter((name) => !ownNames.has(name) && known.isUnknown(protocolOf(row.source), name, row.word ?? ''))
      .map((name) => ({ word: name, at: epoch(row.recTs) })),
  );
}

/** A topic of others, as `SUBSCRIBE #`, or a word that is none. */
async function inUnreadMessages(db: Database, { deviId, custId }: OfDevice, known: DeviceWords): Promise<Said[]> {
  const rows = await queryRows<{ reason: string; raw: Uint8Array; at: number }>(
    db,
    sql`select t.reason, substring(t.raw from 1 for 512) as raw, (extract(epoch from t.received_at) * 1000)::float8 as at
      from malformed_frames t
      where ${frameOf(deviId)} and t.reason in ('foreignTopic', 'foreignWill', 'badWord')
        and t.received_at >= (select a.begins_at from device_assignments a
          where a.devi_id = ${deviId} and a.cust_id = ${custId} and a.ends_at is null)
      order by t.received_at desc limit ${mostWords}`,
  );
  return rows.map(({ reason, raw, at }) => ({
    word: reason === 'badWord' ? known.inFrame(raw) : (Buffer.from(raw).toString().split('\n')[0] ?? ''),
    at,
  }));
}
