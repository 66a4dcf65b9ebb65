import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresDatabase } from '@varde/testing/test-database';
import { runVarde } from '@varde/testing/varde-process';
import { expect, test, vi } from 'vitest';

// Each command is a process of its own that opens a database: seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const adminUrl = process.env.VARDE_TEST_POSTGRES;
const tools = ['pg_dump', 'pg_restore'];
const hasTools = tools.every((tool) => spawnSync(tool, ['--version']).status === 0);

test.runIf(adminUrl !== undefined && hasTools)(
  'a backup of PostgreSQL restores everything, and replaces nothing unasked',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'varde-backup-'));
    const file = join(folder, 'backup.varde');
    const database = await createPostgresDatabase(adminUrl ?? '');
    const environment = { VARDE_DATABASE_URL: database.url, VARDE_DATA_DIR: folder };
    const admin = ['create-admin', '--username', 'kari@kommune.example'];
    const input = 'a long enough password\n';
    expect((await runVarde(admin, { environment, input })).code).toBe(0);
    expect(await runVarde(['backup', file], { environment })).toMatchObject({ code: 0, stderr: '' });

    expect(statSync(file).mode & 0o777).toBe(0o600);

    await database.db.execute('delete from users');
    writeFileSync(join(folder, 'torn'), readFileSync(file).subarray(0, 20_000));
    const torn = await runVarde(['restore', join(folder, 'torn'), '--replace'], { environment });
    expect(torn.stderr).toMatch(/^varde: pg_restore failed/);
    await expect(database.db.execute('select 1 from users, rev_seq')).resolves.toBeDefined();

    const refused = await runVarde(['restore', file], { environment });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^varde: there are tables in this database; --replace/);
    expect(await runVarde(['restore', file, '--replace'], { environment })).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect((await runVarde(admin, { environment, input })).stderr).toContain('there is a user kari');

    const embedded = { VARDE_DATA_DIR: folder };
    expect((await runVarde(['restore', file], { environment: embedded })).stderr).toMatch(
      /is a backup of PostgreSQL, and Varde is set up for embedded/,
    );
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  },
);

test('a program that is not installed is named', async () => {
  const result = await runVarde(['backup', join(tmpdir(), 'varde-never')], {
    environment: { VARDE_DATABASE_URL: 'postgresql://varde@127.0.0.1:1/varde', PATH: '/nowhere' },
  });
  expect(result.code).toBe(1);
  expect(result.stderr).toMatch(/^varde: pg_dump is not installed/);
});
