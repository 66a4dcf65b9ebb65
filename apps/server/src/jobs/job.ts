import type { ReceiverChannel } from '@varde/contract/event-setup-form';
import type { Bus } from '#platform/bus/bus.ts';
import type { CallSender } from '#platform/calls/call-sender.ts';
import type { Speech } from '#platform/calls/speech.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SteadyTime } from '#platform/clock/steady-time.ts';
import type { Database, OpenDatabase } from '#platform/database/database.ts';
import type { FairTurns } from '#platform/delivery/fair-turns.ts';
import type { MailSender } from '#platform/delivery/mail-sender.ts';
import type { Outages } from '#platform/delivery/outages.ts';
import type { ProviderPace } from '#platform/delivery/provider-pace.ts';
import type { WebHookSender } from '#platform/delivery/web-hook-sender.ts';
import type { Geocoder } from '#platform/geocoding/geocoder.ts';
import type { PushSender } from '#platform/push/push-sender.ts';
import type { SmsSender } from '#platform/sms/sms-sender.ts';

export interface JobContext extends Providers {
  db: Database;
  bus: Bus;
  clock: Clock;
  /** For measuring ages: no contact can be older than `since`. */
  steady: SteadyTime;
  /** The time used for deletion and expiry, Unix milliseconds: `createCautiousTime`. */
  cautiousNow(): Promise<number>;
  retention: Retention;
  /** Resolves when this job is queued the next time: while it runs, there may be more work. */
  woken(): Promise<void>;
  /** Aborted when the process stops: a run finishes what it has begun, and begins nothing more. */
  stopping: AbortSignal;
  /** Where links in messages lead: the console's address, without a slash at the end. */
  consoleUrl: string;
  webHooks: WebHookSender;
  /** Whom addresses of places are asked from, in this order; empty: nobody. */
  geocoders: readonly Geocoder[];
  /** Whose messages of a channel leave next; `chain`: which alarms are told. */
  turns: Record<ReceiverChannel | 'webHook' | 'chain', FairTurns>;
  outages: Record<ReceiverChannel | 'webHook', Outages>;
}

/** Who takes the messages of each channel; null: nobody, and they wait in the outbox. */
export interface Providers {
  mail: MailDelivery | null;
  sms: SmsDelivery | null;
  calls: CallDelivery | null;
  push: PushSender | null;
}
export const noProviders: Providers = { mail: null, sms: null, calls: null, push: null };

export interface MailDelivery {
  sender: MailSender;
  /** Where links in mails lead: the console's address, without a slash at the end. */
  consoleUrl: string;
}

export interface SmsDelivery {
  sender: SmsSender;
  /** Where the provider can reach Varde, to report what became of an SMS; without a slash at the end. Null: nowhere. */
  reportsTo: string | null;
  /** Receivers of alarms answer by SMS. */
  takesReplies: boolean;
  /** What the provider is called in the configuration. */
  provider?: string;
  pace?: ProviderPace;
}

export interface CallDelivery {
  sender: CallSender;
  /** Where the provider reaches Varde, without a slash at the end. */
  publicUrl: string;
  /** Null: the provider reads text. */
  speech: Speech | null;
  /** What the provider is called in the configuration. */
  provider?: string;
  pace?: ProviderPace;
}

/** Retention periods. */
export interface Retention {
  transactionDays: number;
  /** How long a device's repetition of a message with its own time is recognised. */
  retryKeyDays: number;
  malformedDays: number;
  malformedRows: number;
  unknownDeviceDays: number;
  auditDays: number;
}

export const defaultRetention: Retention = {
  transactionDays: 365,
  retryKeyDays: 30,
  malformedDays: 30,
  malformedRows: 10_000,
  unknownDeviceDays: 90,
  auditDays: 1825,
};

/**
 * Tables whose new rows are work that somebody waits for, of the outbox the channels: the trigger `work_is_announced` of the
 * table says so with the commit.
 */
type Work = 'notification_chains' | 'web_hook_events' | 'address_lookups' | 'address_searches' | ReceiverChannel;

/**
 * A scheduled job. A run is short, may be repeated, and continues the work of an earlier one. Another process may run it
 * at the same time: it locks the rows that it changes, and reads them again under the lock.
 */
export interface Job {
  name: string;
  everySeconds: number;
  /** It runs at once when a commit, of whichever process, has made one of these. */
  wokenBy?: readonly Work[];
  /** People wait for what it says about an alarm: it uses `tellingDb`. */
  tellsAlarms?: true;
  /** The only engine that needs it; without: all. */
  engine?: OpenDatabase['engine'];
  /**
   * It belongs to the process with the gateway, of which there is one: it uses its ports or its data folder, or must
   * know since when devices are heard (`steady`).
   */
  atGateway?: true;
  run(context: JobContext): Promise<void>;
}

export const dayMs = 86_400_000;

/** After so many faults a run ends: they are not those of single rows any more. */
export const mostFailures = 10;
