import { hardwareById } from '@varde/catalogue/hardware/index';
import { keptFieldNames } from '@varde/catalogue/kept-fields';
import { hardwareSettings } from '@varde/catalogue/settings/hardware-settings';
import { tranSource } from '@varde/catalogue/transaction-sources';
import type { DeviceDetail } from '@varde/contract/devices';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { userName } from '#domain/accounts/users.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { identitiesOf } from '#domain/devices/identities.ts';
import { settingsOf } from '#domain/settings/device-settings.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Database } from '#platform/database/database.ts';

type Info = Pick<
  DeviceDetail,
  | 'deviceMac'
  | 'deviceImei'
  | 'ahpId'
  | 'trainingApprovedBy'
  | 'trainingApprovedByName'
  | 'watchRemovedEnabled'
  | 'unknownWords'
>;

const hidden: Info = {
  deviceMac: null,
  deviceImei: null,
  ahpId: null,
  trainingApprovedBy: null,
  trainingApprovedByName: null,
  watchRemovedEnabled: null,
  unknownWords: [],
};

/** Whether a watch that notices that it is taken off reports it; null: it has neither confirmed nor reported. */
async function removalOf(
  db: Database,
  { deviId, dehaId }: Pick<DeviceRecord, 'deviId' | 'dehaId'>,
): Promise<boolean | null> {
  const hardware = hardwareById(dehaId);
  if (hardware === undefined || hardwareSettings[hardware.key].watchRemoval === undefined) return null;
  const setting = (await settingsOf(db, deviId)).get('watchRemoval');
  const isReceived = setting?.delivery?.state === 'confirmed' && !setting.deviates;
  const value = isReceived ? setting.desired : setting?.reported;
  return typeof value === 'boolean' ? value : null;
}

/** Messages that are looked through for unknown words, and words that are shown. */
const messages = 50;
const most = 20;
const known: ReadonlySet<string> = new Set(keptFieldNames);

/** Over an open protocol, a word that Varde does not know is a mistake of the device’s maker, who can mend it. */
async function unknownWordsOf(db: Database, { deviId, custId }: Pick<DeviceRecord, 'deviId' | 'custId'>) {
  const rows = await db
    .select({ unknown: sql<Record<string, string> | null>`${transactions.detail} -> 'unknown'` })
    .from(transactions)
    .where(
      and(
        eq(transactions.deviId, deviId),
        eq(transactions.custId, custId),
        inArray(transactions.tranSource, [tranSource.http, tranSource.mqtt]),
      ),
    )
    .orderBy(desc(transactions.recTs), desc(transactions.tranId))
    .limit(messages);
  const names = rows.flatMap(({ unknown }) => Object.keys(unknown ?? {})).map((name) => name.replace(/#\d+$/, ''));
  return [...new Set(names)].filter((name) => !known.has(name)).slice(0, most);
}

const imei = /^\d{15}$/;

/** A device's information for callers with `DEVICE_INFO`; others get empty fields. */
export async function infoOf(
  db: Database,
  device: Pick<DeviceRecord, 'deviId' | 'dehaId' | 'custId' | 'deviceMac' | 'ahpId' | 'trainingApprovedBy'>,
  maySee: boolean,
): Promise<Info> {
  if (!maySee) return hidden;
  const { deviceMac, ahpId, trainingApprovedBy } = device;
  const identities = await identitiesOf(db, device);
  return {
    deviceMac,
    deviceImei: identities.find(({ identity }) => imei.test(identity))?.identity ?? null,
    ahpId,
    trainingApprovedBy,
    trainingApprovedByName: await userName(db, trainingApprovedBy),
    watchRemovedEnabled: await removalOf(db, device),
    unknownWords: await unknownWordsOf(db, device),
  };
}
