import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openInstallation } from '@varde/server/cli/installation';
import { parseConfig } from '@varde/server/config';
import type { OpenDatabase } from '@varde/server/platform/database/database';
import { Client } from 'pg';
import type { Engine } from './engines.ts';
import type { Resources } from './resources.ts';

/** An installation of Varde: a data folder and a migrated database. */
export interface Site {
  engine: Engine;
  /** The environment variables of its server. */
  environment: Record<string, string>;
  /** Opens the database during `work`. No server may run: the embedded database belongs to one process. */
  withDatabase<Result>(work: (database: OpenDatabase) => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

/** A copy of one that is migrated once. */
export async function createSite(engine: Engine, resources: Resources): Promise<Site> {
  const { templates } = resources;
  const template = templates.get(engine) ?? createTemplate(engine, resources);
  templates.set(engine, template);
  return emptySite(engine, resources, await template);
}

async function createTemplate(engine: Engine, resources: Resources): Promise<Record<string, string>> {
  const site = await emptySite(engine, resources, {});
  await site.withDatabase(async () => undefined);
  return site.environment;
}

async function emptySite(engine: Engine, resources: Resources, template: Record<string, string>): Promise<Site> {
  const dataDir = mkdtempSync(join(resources.folder, 'site-'));
  const { VARDE_DATA_DIR: templateDir, VARDE_DATABASE_URL: templateUrl } = template;
  if (templateDir !== undefined) cpSync(templateDir, dataDir, { recursive: true });
  const database = engine === 'PGlite' ? null : await createDatabase(await resources.postgres(), templateUrl);
  const environment = {
    VARDE_DATA_DIR: dataDir,
    VARDE_TILES_URL: 'none',
    VARDE_ADDRESS_URL: 'none',
    VARDE_LOG_LEVEL: 'warn',
    VARDE_HTTP_HOST: '127.0.0.1',
    VARDE_DEVICE_HOST: '127.0.0.1',
    ...(database === null ? {} : { VARDE_DATABASE_URL: database.url }),
  };
  return {
    engine,
    environment,
    withDatabase: async (work) => {
      const installation = await openInstallation(parseConfig(environment), { unlimited: true });
      try {
        return await work(installation.database);
      } finally {
        await installation.close();
      }
    },
    remove: async () => {
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function createDatabase(
  adminUrl: string,
  templateUrl: string | undefined,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `varde_bench_${randomBytes(6).toString('hex')}`;
  const template = templateUrl === undefined ? '' : ` template ${new URL(templateUrl).pathname.slice(1)}`;
  await asAdmin(adminUrl, `create database ${name}${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(adminUrl, `drop database ${name} with (force)`) };
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}
