import { sql } from 'drizzle-orm';
import { createApp } from '../app.ts';
import { type Config, readEnvironment, unknownVariables } from '../config.ts';
import { hasDemoAccounts } from '../demo/accounts.ts';
import { seedDemo } from '../demo/seed.ts';
import type { JobShare } from '../jobs/jobs-of-share.ts';
import { createInProcessBus } from '../platform/bus/bus.ts';
import { type Clock, systemClock } from '../platform/clock/clock.ts';
import { queryRows, secondsAhead } from '../platform/database/database.ts';
import { createDatabaseClock } from '../platform/database/database-clock.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { createRelayBus } from '../platform/relay/relay-bus.ts';
import { createRelayListener } from '../platform/relay/relay-listener.ts';
import { startFleet } from './fleet.ts';
import { hasUntrustedProxy } from './has-untrusted-proxy.ts';
import { type Installation, openInstallation } from './installation.ts';
import { jobShareOf } from './job-share.ts';
import { portInUse } from './port-in-use.ts';
import { askedToStop } from './stop-signal.ts';
import { print } from './terminal.ts';
import { UserError } from './user-error.ts';
import { welcome } from './welcome.ts';

/** Timeout of a stop. */
const stopWithinMs = 15_000;

/** Runs Varde until it is asked to stop; then accepts nothing new, finishes its work and closes. */
export async function runServer(config: Config, { fleet }: { fleet: boolean }): Promise<void> {
  const share = jobShareOf(config);
  const log = createLog({ level: config.logLevel, pretty: process.stdout.isTTY === true });
  for (const name of unknownVariables(readEnvironment())) log.warn(`${name} is no setting of Varde`);
  if (hasUntrustedProxy(config))
    log.warn(
      'browsers seem to come through a proxy, and VARDE_TRUST_PROXY is not set: all of them count as one address, and 100 wrong passwords hold back everybody who logs in',
    );
  const stopping = askedToStop();
  const progress = config.demo ? print : (line: string) => log.info(line);
  const lost = Promise.withResolvers<UserError>();
  const installation = await openInstallation(config, {
    progress,
    onLost: lost.resolve,
    ...(share === 'others' ? { jobsAlone: true } : {}),
    ...(config.demo ? { fill: (db) => seedDemo(db, progress) } : {}),
  });
  try {
    await warnOfDemoAccounts(config, installation, log);
    await warnOfOpenRows(installation, log);
    await warnOfClock(installation, log);
    const stop = Promise.race([stopping, lost.promise]);
    await withClock(installation, (clock) =>
      serveUntil(stop, config, { installation, clock, log, share, withFleet: fleet }),
    );
  } finally {
    await installation.close();
  }
}

/** Processes on one PostgreSQL go by its clock. The embedded database has that of this machine. */
async function withClock(
  { database: { engine, backgroundDb } }: Installation,
  work: (clock: Clock) => Promise<void>,
): Promise<void> {
  if (engine === 'pglite') return work(systemClock);
  const clock = createDatabaseClock(backgroundDb);
  await clock.start();
  try {
    await work(clock);
  } finally {
    clock.stop();
  }
}

interface Serving {
  installation: Installation;
  clock: Clock;
  log: Log;
  share: JobShare;
  withFleet: boolean;
}

async function serveUntil(
  stopping: Promise<string | UserError>,
  config: Config,
  { installation: { database, requireLock }, clock, log, share, withFleet }: Serving,
): Promise<void> {
  const buses = openBus(config, share, log);
  const app = await createApp(config, { database, ...buses, clock, log, share, requireLock });
  try {
    await app.start();
  } catch (error) {
    await app.stop();
    throw portInUse(error) ?? error;
  }
  const stopFleet = withFleet ? startFleet(config, log) : () => undefined;
  if (config.demo) for (const line of welcome(config, withFleet)) print(line);
  else log.info({ port: config.httpPort, roles: config.roles }, 'Varde is ready');
  const why = await stopping;
  if (why instanceof UserError) log.fatal(`${why.message} This process stops.`);
  else log.info({ why }, 'stopping');
  const overdue = setTimeout(() => {
    log.fatal('could not stop in time');
    process.exit(1);
  }, stopWithinMs);
  stopFleet();
  await app.stop();
  clearTimeout(overdue);
  if (why instanceof UserError) throw why;
}

/** On PostgreSQL the process with the gateway hears what processes with jobs alone change. */
function openBus({ databaseUrl: url }: Config, share: JobShare, log: Log) {
  if (share === 'others') return { bus: createRelayBus(log) };
  const bus = createInProcessBus(log);
  return url === undefined ? { bus } : { bus, relay: createRelayListener({ url, receiver: bus, log }) };
}

/** Row-level security applies to all users but superusers. */
async function warnOfOpenRows({ database: { db, engine } }: Installation, log: Log): Promise<void> {
  if (engine !== 'postgresql') return;
  const [row] = await queryRows<{ open: boolean }>(
    db,
    sql`select rolsuper or rolbypassrls as open from pg_roles where rolname = current_user`,
  );
  if (row?.open) log.warn('the database user is not held by row-level security; give Varde one that is no superuser');
}

/** Varde goes by the database's clock, but the log of this machine does not. */
async function warnOfClock({ database: { db } }: Installation, log: Log): Promise<void> {
  const seconds = await secondsAhead(db, systemClock);
  if (Math.abs(seconds) > 10)
    log.warn(
      { seconds },
      'the clock of this machine is not that of the database, which counts: times in this log differ from those in Varde',
    );
}

async function warnOfDemoAccounts(config: Config, { database }: Installation, log: Log): Promise<void> {
  if (config.demo || !(await hasDemoAccounts(database.db))) return;
  log.warn('this database holds demo accounts; nobody can log in with them without the demo switch');
}
