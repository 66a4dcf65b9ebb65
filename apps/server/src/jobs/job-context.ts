import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { createSteadyTime } from '#platform/clock/steady-time.ts';
import type { Database } from '#platform/database/database.ts';
import { FairTurns } from '#platform/delivery/fair-turns.ts';
import { Outages } from '#platform/delivery/outages.ts';
import { createWebHookSender, type WebHookSender } from '#platform/delivery/web-hook-sender.ts';
import type { Log } from '#platform/log/log.ts';
import { createCautiousTime } from './cautious-time.ts';
import {
  type CallDelivery,
  defaultRetention,
  type JobContext,
  type MailDelivery,
  type Retention,
  type SmsDelivery,
} from './job.ts';

export interface JobContextOptions {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  retention?: Partial<Retention>;
  mail?: MailDelivery | null;
  sms?: SmsDelivery | null;
  calls?: CallDelivery | null;
  push?: JobContext['push'];
  /** Without it web hooks lead to the internet only. */
  webHooks?: WebHookSender;
  /** Empty where no message is sent. */
  consoleUrl?: string;
  /** Without it nothing stops the runs. */
  stopping?: AbortSignal;
}

/** Arguments of every run of a job. The server listens from now on. */
export function createJobContext(options: JobContextOptions): JobContext {
  const { db, bus, clock, log, mail = null, sms = null, calls = null, push = null } = options;
  const { consoleUrl = '', webHooks = createWebHookSender({ inside: false }) } = options;
  const { stopping = new AbortController().signal } = options;
  const steady = createSteadyTime(clock, (ms) =>
    log.warn({ seconds: Math.round(ms / 1000) }, 'the clock was set, or this machine slept'),
  );
  const retention = { ...defaultRetention, ...options.retention };
  return {
    db,
    bus,
    clock,
    steady,
    cautiousNow: createCautiousTime(db, clock, log),
    retention,
    mail,
    sms,
    calls,
    push,
    webHooks,
    consoleUrl,
    woken: () => new Promise(() => undefined),
    stopping,
    turns: turnsOf(clock),
    outages: outagesOf(clock),
  };
}

/** Where servers of others take the messages, one that hangs holds few places of a customer, and few of all. */
function turnsOf(clock: Clock): JobContext['turns'] {
  const now = () => clock.monotonic();
  return {
    sms: new FairTurns(now),
    call: new FairTurns(now),
    mail: new FairTurns(now),
    chain: new FairTurns(now),
    push: new FairTurns(now, { perCustomer: 4, perHost: 8 }), // the browsers of all share a few services
    webHook: new FairTurns(now, { perCustomer: 6, perHost: 4 }),
  };
}

function outagesOf(clock: Clock): JobContext['outages'] {
  const create = () => new Outages(() => clock.monotonic());
  return { sms: create(), call: create(), mail: create(), push: create(), webHook: create() };
}
