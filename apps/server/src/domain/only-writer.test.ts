import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const tables = [
  'account_requests|account_tokens|address(es|_\\w+)|alarm_events|alarm_path_checks|alarm_shares|alarm_signals|alarms|audit_\\w+|commands|consents|coupon_codes|customers?(_\\w+)?',
  'device_\\w+|devices|geofences|health_readings|indoor_\\w+|malformed_frames|message_costs|notification_\\w+|outbox|partner_prices|push_\\w+|pushed_alarms|recovery_codes|registrations|retry_keys|sensor_\\w+|sensors|sessions|step_days|transactions\\w*',
  'unknown_devices|user_policies|users|wearer_messages|web_hooks|web_hook_\\w+',
].join('|');
const statement = new RegExp(`\\b(insert into|update|delete from) (${tables})\\b`, 'i');
const builder = /\.\s*(insert|update|delete)\(\s*(\w+)\s*\)\s*\.?(values|set|where|returning|onConflict)?/g;

function writesIn(text: string): string[] {
  const built = [...text.matchAll(builder)].filter(([, , , next]) => next !== undefined).map(([all]) => all);
  return [...built, ...(statement.exec(text)?.slice(0, 1) ?? [])];
}

test('a write statement is recognised', () => {
  expect(writesIn("await tx\n .update(users)\n .set({ language: 'nb' })")).toHaveLength(1);
  expect(writesIn('sql`delete from transactions t where t.devi_id = 1`')).toHaveLength(1);
  expect(writesIn('for (const id of ids) seen.delete(id);')).toEqual([]);
  expect(writesIn('select from users for update')).toEqual([]);
});

test('only the domain writes its tables', () => {
  const outside = ['cli', 'demo', 'features', 'gateway', 'jobs', 'platform', 'processing'];
  const files = outside.flatMap((room) => globSync(`${room}/**/*.ts`, { cwd: source }));
  const product = files.filter((file) => !file.endsWith('.test.ts'));
  expect(product.length).toBeGreaterThan(200);
  const writers = product
    .map((file) => ({
      file: file.replaceAll(sep, '/'),
      writes: writesIn(readFileSync(join(source, file), 'utf8')),
    }))
    .filter(({ file, writes }) => writes.length > 0 && file !== 'platform/limits/attempt-limits.ts');
  expect(writers).toEqual([]);
});

test('live events are published by one function, after the commit', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  const publishers = files.filter((file) => readFileSync(join(source, file), 'utf8').includes('bus.publishEvents('));
  expect(publishers).toEqual([join('domain', 'commit-and-publish.ts')]);
});
