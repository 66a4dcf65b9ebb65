import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Everything that Varde measures about itself, served at /metrics. No label names a person or a device. */
export const metricsRegistry = new Registry();
const registers = [metricsRegistry];
collectDefaultMetrics({ register: metricsRegistry, prefix: 'varde_' });
// Sums of the gauges of the same names with a `type`, named like counters: tools take them for what only grows.
for (const what of ['resources', 'handles', 'requests'])
  metricsRegistry.removeSingleMetric(`varde_nodejs_active_${what}_total`);

const counter = <const L extends string>(name: string, help: string, labelNames: L[]) =>
  new Counter({ name: `varde_${name}`, help, labelNames, registers });
const gauge = <const L extends string>(name: string, help: string, labelNames: L[]) =>
  new Gauge({ name: `varde_${name}`, help, labelNames, registers });
const histogram = <const L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
  new Histogram({ name: `varde_${name}`, help, labelNames, buckets, registers });

/** Seconds since something that has to happen again and again; absent in a process that does not do it. */
function age(name: string, help: string): { renew(): void } {
  let at: number | null = null;
  const measured = new Gauge({
    ...{ name: `varde_${name}`, help, registers: [] },
    collect() {
      if (at !== null) this.set((performance.now() - at) / 1000);
    },
  });
  return {
    renew: () => {
      if (at === null) metricsRegistry.registerMetric(measured);
      at = performance.now();
    },
  };
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const metrics = {
  uplinks: counter('uplinks_total', 'Uplinks by what became of them', ['protocol', 'verdict']),
  uplinksPostponed: counter(
    'uplinks_postponed_total',
    'Uplinks that a batch left to a later one, because another transaction held rows of their device',
    ['protocol'],
  ),
  uplinksKept: counter('uplinks_kept_total', 'Uplinks that no device repeats, kept because the database was away', [
    'protocol',
  ]),
  uplinksLost: counter('uplinks_lost_total', 'Of those, the ones that were too many to keep', ['protocol']),
  malformed: counter('malformed_total', 'Frames that could not be read', ['protocol', 'reason']),
  unknownDevices: counter('unknown_devices_total', 'Messages of devices that are not registered', ['protocol']),
  commitUplinks: histogram(
    'commit_uplinks',
    'Uplinks in one database transaction',
    [],
    [1, 2, 5, 10, 25, 50, 100, 250, 500],
  ),
  commitSeconds: histogram('commit_seconds', 'Time of one database transaction of uplinks', [], seconds),
  alarmSeconds: histogram('alarm_seconds', 'From an alarm received to its event on the bus', [], seconds),
  alarmsRaised: counter('alarms_raised_total', 'Alarms raised, and further signals on open ones', ['kind']),
  connections: gauge('connections', 'Open connections of devices', ['protocol']),
  connectionsRefused: counter('connections_refused_total', 'Connections of devices and browsers that were not let in', [
    'protocol',
    'reason',
  ]),
  requestsRefused: counter(
    'requests_refused_total',
    'HTTP requests of devices and browsers that were refused before they were read',
    ['protocol', 'reason'],
  ),
  identityContests: counter(
    'identity_contests_total',
    'Identities that two open connections claimed for longer than a reconnection takes',
    ['protocol'],
  ),
  busRejected: counter(
    'bus_rejected_total',
    'Messages between the parts of Varde that the receiver did not understand, of another version or shape',
    ['topic', 'reason'],
  ),
  brokerSessionsLost: counter(
    'broker_sessions_lost_total',
    'Times that a broker elsewhere has lost the session of Varde, and messages of devices with it',
    ['protocol'],
  ),
  relayGaps: counter(
    'relay_gaps_total',
    'Times that what other processes published may have been missed, so that consoles had to catch up',
    [],
  ),
  commands: counter('commands_total', 'Commands to devices by what became of them', ['outcome']),
  messages: counter('messages_total', 'SMS and calls that a provider was handed, by what became of them', [
    'channel',
    'provider',
    'outcome',
  ]),
  smsParts: counter('sms_parts_total', 'What these SMS count as', ['provider', 'outcome']),
  callSeconds: counter('call_seconds_total', 'How long answered calls lasted', ['provider']),
  oldestMessage: gauge('oldest_message_seconds', 'Since when the oldest message that waits was queued', ['channel']),
  callbacksRefused: counter(
    'callbacks_refused_total',
    'Requests in the name of a provider that were not its own, or were about nothing that is known',
    ['kind'],
  ),
  messageTries: counter('message_tries_total', 'Tries of messages by what became of them', ['channel', 'outcome']),
  liveConnections: gauge('live_connections', 'Open live connections of browsers', []),
  liveSubscribers: gauge('live_subscribers', 'Live subscriptions', ['topic']),
  liveDropped: counter('live_dropped_total', 'Live connections that the server closed', ['reason']),
  httpSeconds: histogram('http_seconds', 'HTTP calls', ['method', 'route', 'status'], seconds),
  alarmPathAge: age('alarm_path_age_seconds', 'Since the latest test alarm of Varde itself that arrived'),
  jobSeconds: histogram('job_seconds', 'Runs of jobs', ['job', 'outcome'], [...seconds, 30, 60, 300]),
} as const;
