import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SharedAlarm } from '@varde/testing/shared-alarm';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrationsFolder } from '#platform/known-migrations.ts';
import { notificationSteps } from './notification-steps.ts';

const kari = { name: 'Kari', mobile: '+4791111111', email: null, channels: ['sms' as const] };
const ola = { ...kari, name: 'Ola', mobile: '+4792222222' };
const eva = { ...kari, name: 'Eva', mobile: null, email: 'eva@test.example', channels: ['email' as const] };

let sharing: SharedAlarm;
beforeAll(async () => {
  sharing = await SharedAlarm.open();
});
afterAll(() => sharing.close());
beforeEach(() => sharing.renew());

const sms = { sender: { send: async () => null }, reportsTo: null, takesReplies: true };
const step = () => sharing.run(notificationSteps, { sms });

test('an alarm that is being told while Varde is upgraded is told to the others on its list, in Norwegian', async () => {
  const { db } = sharing.server;
  await sharing.tell(kari, ola, eva);
  await step();
  // As the version before the languages and the browsers of receivers has stored it.
  await db.execute(sql`update notification_chains set plan = jsonb_set(plan, '{receivers}', (
    select jsonb_agg(r - 'language' - 'hasBrowser') from jsonb_array_elements(plan -> 'receivers') r))`);
  await db.execute(
    sql.raw(await readFile(join(migrationsFolder, '0144-plans-of-former-versions.sql'), 'utf8')),
  );
  for (let waits = 0; waits < 2; waits++) {
    sharing.clock.advance(60_000);
    await step();
  }
  const texts = await sharing.texts();
  expect(texts.map(({ recipient }) => recipient)).toEqual([kari.mobile, ola.mobile]);
  expect(texts[1]?.content).toContain('Svar 1 for å ta alarmen');
  expect((await sharing.mails()).map(({ recipient, language }) => [recipient, language])).toEqual([
    [eva.email, 'nb'],
  ]);
});
