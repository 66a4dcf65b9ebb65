import { hardwareList } from '@varde/catalogue/hardware/index';
import { hardwareSettings } from '@varde/catalogue/settings/hardware-settings';
import { openInstallation } from '@varde/server/cli/installation';
import { parseConfig } from '@varde/server/config';
import { seedDemo } from '@varde/server/demo/seed';
import { registerDevice } from '@varde/server/domain/devices/register-device';
import type { Database } from '@varde/server/platform/database/database';

/** A device without a position: its page is a log without a map. */
export const withoutPositioning = 'Trygghetsboks 7';

/** The demo's sixty devices, some with a phone number. */
export const preparePhones = (env: NodeJS.ProcessEnv): Promise<void> =>
  fillDemo(env, async (db) => {
    await db.execute(
      "update devices set formatted_phone_num_e164 = '+475800012' || devi_id % 10 where devi_id % 3 = 0",
    );
  });

/** The demo's sixty devices, and one without a position. */
export const prepareTypical = (env: NodeJS.ProcessEnv): Promise<void> =>
  fillDemo(env, async (db) => {
    const box = hardwareList.find(({ capabilities }) => !capabilities.positioning);
    if (box === undefined) throw new Error('every hardware knows its place');
    await registerDevice(db, {
      dehaId: box.dehaId,
      identity: 'box-7',
      custId: 1,
      deviceName: withoutPositioning,
      deviceSerialNumber: 'SO000907',
    });
  });

/** The demo, and rooms with a watch each; the last one has a home unit. */
export const prepareRooms = (env: NodeJS.ProcessEnv, count: number): Promise<void> =>
  fillDemo(env, async (db) => {
    const hasInterval = ({ key }: (typeof hardwareList)[number]) => 'trackingInterval' in hardwareSettings[key];
    const watch = hardwareList.find((each) => each.protocol === 'watch' && hasInterval(each))?.dehaId;
    const unit = hardwareList.find((each) => each.protocol === 'http' && !hasInterval(each))?.dehaId;
    for (let room = 1; room <= count; room += 1)
      await registerDevice(db, {
        dehaId: (room === count ? unit : watch) ?? 0,
        identity: `room-${room}`,
        custId: 1,
        deviceName: `Prøverom ${String(room).padStart(3, '0')}`,
        deviceSerialNumber: `SR${String(room).padStart(6, '0')}`,
      });
  });

/** The demo and additional devices as in a large municipality: most are well, some were never in contact. */
export const prepareOverfull = (env: NodeJS.ProcessEnv, count: number): Promise<void> =>
  fillDemo(env, async (db) => {
    const pendant = hardwareList.find(({ protocol }) => protocol === 'eview');
    await db.execute(`
      insert into devices (deha_id, cust_id, device_name, device_serial_number,
        last_msg_in, battery, gsm_strength, flags, status, charging)
      select ${pendant?.dehaId}, 5 + i % 3,
        (array['Bjørkelia', 'Solhaug', 'Furumo', 'Åsgård', 'Strandheim', 'Elvebakken', 'Fjellvang', 'Lyngmo'])[1 + i % 8]
          || ' bo- og omsorgssenter, rom ' || 100 + i,
        'SN' || 1000000 + i,
        case when i % 50 = 0 then null else now() - (i % 7200) * interval '1 second' end,
        20 + i % 80, 5 + i % 26,
        case when i % 17 = 0 then '{batteryWarning}'::text[]
          when i % 30 = 0 then '{offline,offlineWarning}' else '{}' end,
        (case when i % 17 = 0 then 'battery' when i % 30 = 0 then 'offline' else 'clear' end)::device_status,
          i % 9 = 0
      from generate_series(1, ${count}) i`);
    for (const statement of manyOfEverything) await db.execute(statement);
  });

/** Hundreds of customers, users and mails, with realistic names. */
const manyOfEverything = [
  `insert into customers (path, kind, firm_name, parent_id)
    select '{}', case when i % 3 = 0 then 'firm' else 'district' end,
      (array['Bjørkelia og Solhaug interkommunale bo-, aktivitets- og omsorgssenter', 'Fjellvang', 'Lyngmo'])[1 + i % 3]
        || ' ' || i, case when i % 3 = 0 then null else 1 end
    from generate_series(1, 400) i`,
  "update customers set path = case when parent_id is null then array[cust_id] else array[parent_id, cust_id] end where path = '{}'",
  `insert into users (username, password_hash, first_name, last_name, cust_id, disabled_at, temporary_until)
    select 'ansatt.nummer' || i || '@hjemmetjenesten.solvik.kommune.example', 'none',
      (array['Ragnhild Katharina', 'Ola', 'Åse', 'Thi Minh Châu'])[1 + i % 4],
      (array['Bjørnstad-Haugen', 'Li', 'Nguyen', 'Øvrebø'])[1 + i % 4], 1 + i % 8,
      case when i % 9 = 0 then now() end, case when i % 7 = 0 then now() + interval '20 days' end
    from generate_series(1, 500) i`,
  `insert into outbox (channel, recipient, language, template, content, state, ended_at, reason, tries, created_at)
    select 'email', 'ansatt.nummer' || i || '@hjemmetjenesten.solvik.kommune.example', 'nb', 'twoFactorOn',
      '{"at": 1700000000000, "address": "10.0.0.1"}', (array['sent', 'failed', 'queued'])[1 + i % 3],
      case when i % 3 < 2 then now() end, case when i % 3 = 1 then '550 5.1.1 mailbox unavailable' end, i % 4,
      now() - i * interval '1 hour'
    from generate_series(1, 300) i`,
];

/** The demo, and more. */
export async function fillDemo(env: NodeJS.ProcessEnv, more: (db: Database) => Promise<void>): Promise<void> {
  const { database, close } = await openInstallation(parseConfig(env));
  await seedDemo(database.db, () => undefined);
  await more(database.db);
  await close();
}
