import type { SettingKey } from '@varde/catalogue/settings/vocabulary';
import { type SQL, sql } from 'drizzle-orm';

type IntegrationKey = Extract<SettingKey, `msgI9n${string}`>;

/**
 * The value of an integration setting for the alarm `a` of a query, as JSON. Null: as by default, also for the alarm of
 * an earlier wearer. For a clone, that of its master: one person wears both.
 */
export const integrationSettingOf = (key: IntegrationKey): SQL =>
  sql`(select s.desired from device_assignments worn
    join devices d on d.devi_id = worn.devi_id
    join device_settings s on s.devi_id = case when d.twin = 'CLONE' then d.twin_device else d.devi_id end
    where worn.assignment_id = a.assignment_id and worn.ends_at is null and s.key = ${key})`;
