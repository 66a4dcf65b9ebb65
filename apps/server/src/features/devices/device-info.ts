import { hardwareById } from '@varde/catalogue/hardware/index';
import { hardwareSettings } from '@varde/catalogue/settings/hardware-settings';
import type { DeviceDetail } from '@varde/contract/devices';
import { userName } from '#domain/accounts/users.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { identitiesOf } from '#domain/devices/identities.ts';
import { settingsOf } from '#domain/settings/device-settings.ts';
import type { Database } from '#platform/database/database.ts';
import { type DeviceWords, unknownWordsOf } from './unknown-words.ts';

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

const imei = /^\d{15}$/;

/** A device's information for callers with `DEVICE_INFO`; others get empty fields. */
export async function infoOf(
  db: Database,
  device: Pick<DeviceRecord, 'deviId' | 'dehaId' | 'custId' | 'deviceMac' | 'ahpId' | 'trainingApprovedBy'>,
  { maySee, words }: { maySee: boolean; words: DeviceWords },
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
    unknownWords: await unknownWordsOf(db, device, words),
  };
}
