import type { SettingValues } from '@varde/catalogue/settings/types';
import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { jsonRows } from '#platform/database/json-rows.ts';

interface ReportedRow {
  devi_id: number;
  key: string;
  reported: unknown;
  reported_at: Date;
}

/** Reported values of devices; the latest value of a setting counts, and of two at once the one that is added last. */
export class ReportedSettings {
  readonly #rows = new Map<string, ReportedRow>();

  add(deviId: number, values: SettingValues, at: Date): void {
    for (const [key, reported] of Object.entries(values)) {
      const before = this.#rows.get(`${deviId}:${key}`);
      if (before === undefined || before.reported_at <= at)
        this.#rows.set(`${deviId}:${key}`, { devi_id: deviId, key, reported, reported_at: at });
    }
  }

  deviIds(): Set<number> {
    return new Set([...this.#rows.values()].map(({ devi_id }) => devi_id));
  }

  async save(tx: Database): Promise<void> {
    if (this.#rows.size === 0) return;
    await tx.execute(sql`
      insert into device_settings (devi_id, key, reported, reported_at)
      select devi_id, key, reported, reported_at
      from json_to_recordset(${jsonRows([...this.#rows.values()])})
        as n (devi_id int, key text, reported jsonb, reported_at timestamptz)
      on conflict (devi_id, key) do update set reported = excluded.reported, reported_at = excluded.reported_at`);
  }
}
