import { ofChannels } from '@varde/contract/event-setup-form';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { createSteadyTime } from '#platform/clock/steady-time.ts';
import type { Database } from '#platform/database/database.ts';
import { FairTurns, type Places } from '#platform/delivery/fair-turns.ts';
import { Outages } from '#platform/delivery/outages.ts';
import { createWebHookSender, type WebHookSender } from '#platform/delivery/web-hook-sender.ts';
import type { Geocoder } from '#platform/geocoding/geocoder.ts';
import type { Log } from '#platform/log/log.ts';
import { createCautiousTime } from './cautious-time.ts';
import { defaultRetention, type JobContext, noProviders, type Providers, type Retention } from './job.ts';
import { messageChannels } from './message-channels.ts';

export interface JobContextOptions extends Partial<Providers> {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  retention?: Partial<Retention>;
  /** Without it web hooks lead to the internet only. */
  webHooks?: WebHookSender;
  /** Without it no address is looked up. */
  geocoders?: readonly Geocoder[];
  /** Empty where no message is sent. */
  consoleUrl?: string;
  /** Without it nothing stops the runs. */
  stopping?: AbortSignal;
}

/** Arguments of every run of a job. The server listens from now on. */
export function createJobContext({ log, ...options }: JobContextOptions): JobContext {
  const { db, clock } = options;
  return {
    ...noProviders,
    webHooks: createWebHookSender({ inside: false }),
    geocoders: [],
    consoleUrl: '',
    stopping: new AbortController().signal,
    ...options,
    retention: { ...defaultRetention, ...options.retention },
    steady: createSteadyTime(clock, (ms) =>
      log.warn({ seconds: Math.round(ms / 1000) }, 'the clock was set, or this machine slept'),
    ),
    cautiousNow: createCautiousTime(db, clock, log),
    woken: () => new Promise(() => undefined),
    turns: turnsOf(clock),
    outages: outagesOf(clock),
  };
}

/** Where servers of others take the messages, one that hangs holds few places of a customer, and few of all. */
function turnsOf(clock: Clock): JobContext['turns'] {
  const create = (places?: Places) => new FairTurns(() => clock.monotonic(), places);
  return {
    ...ofChannels((channel) => create(messageChannels[channel].places)),
    webHook: create({ perCustomer: 6, perHost: 4 }),
    chain: create(),
  };
}

function outagesOf(clock: Clock): JobContext['outages'] {
  const create = () => new Outages(() => clock.monotonic());
  return { ...ofChannels(create), webHook: create() };
}
