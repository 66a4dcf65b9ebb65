import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webHookEvents } from '@varde/contract/web-hook-form';
import { webHookBodySchema } from '@varde/contract/web-hooks';
import { expect, test } from 'vitest';
import { signatureOf } from '#platform/delivery/web-hook-sender.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/web-hooks.md'), 'utf8');
const found = (pattern: RegExp) => pattern.exec(page)?.[1] ?? '';

test('the example in docs/web-hooks.md has the fields of a body, and its signature', () => {
  const body = found(/```json\n(.*)\n```/);
  expect(webHookBodySchema.parse(JSON.parse(body))).toEqual(JSON.parse(body));
  const timestamp = Number(found(/^Varde-Timestamp: (\d+)$/m));
  expect(found(/^Varde-Signature: v1=(\w+)$/m)).toBe(signatureOf('varde_example', timestamp, body));
});

test('docs/web-hooks.md lists every event', () => {
  const listed = [...page.matchAll(/^\| `(\w+)` \| (?!the same)/gm)].map(([, event]) => event);
  expect(listed).toEqual(expect.arrayContaining([...webHookEvents, 'test']));
});
