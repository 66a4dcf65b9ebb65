import { Writable } from 'node:stream';
import { openTestDatabase } from '@varde/testing/test-database';
import { expect, test, vi } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createLookRecorder } from './look-recorder.ts';

test('looks that cannot be written are logged as an error, which is counted while it persists', async () => {
  const lines: { level: string; msg: string }[] = [];
  const destination = new Writable({
    write: (line, _encoding, done) => {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const opened = await openTestDatabase();
  await opened.close();
  const looks = createLookRecorder(opened.db, createLog({ level: 'info' }, destination));
  const by = { userId: 1, address: null, context: null };
  looks.note([{ action: 'device.read', at: new Date(0), by, custId: 1, deviId: 1 }]);
  await vi.waitFor(() =>
    expect(lines).toMatchObject([{ level: 'error', msg: 'looks could not be written to the audit log' }]),
  );
});
