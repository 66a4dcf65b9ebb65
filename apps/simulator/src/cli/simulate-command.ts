import { eview } from '@varde/protocols/eview/index';
import { osmand } from '@varde/protocols/osmand/index';
import { watch } from '@varde/protocols/watch/index';
import { createFleet } from '../fleet/fleet.ts';
import { readFleetFile } from '../fleet/fleet-file.ts';
import { noticeText } from '../fleet/notice-text.ts';
import { createOutageReport } from '../fleet/outage-report.ts';
import { readArguments, readPort, readPositive } from './arguments.ts';
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';

export const simulateHelp = `Usage: varde simulate --fleet <file> [options]

Connects a fleet of virtual devices to a server and lets them live until it is stopped.

  --fleet <file>         JSON array of { identity, dehaId, protocol, name, lat, lng, behaviour, token? }
  --server <host>        default 127.0.0.1
  --eview-port <port>    default ${eview.limits.defaultPort}
  --watch-port <port>    default ${watch.limits.defaultPort}
  --osmand-port <port>   default ${osmand.defaultPort}
  --speed <times>        behaviours go so many times as fast, default 1
  --quiet                print errors only
  --help                 this text`;

/** Runs until `io.signal` is aborted. Throws CliError for arguments or a fleet that make no sense. */
export async function simulate(args: string[], io: Io): Promise<number> {
  const { values, positionals } = readArguments(args, {
    fleet: { type: 'string' },
    server: { type: 'string', default: '127.0.0.1' },
    'eview-port': { type: 'string', default: String(eview.limits.defaultPort) },
    'watch-port': { type: 'string', default: String(watch.limits.defaultPort) },
    'osmand-port': { type: 'string', default: String(osmand.defaultPort) },
    speed: { type: 'string', default: '1' },
    quiet: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (values.help) {
    io.print(simulateHelp);
    return 0;
  }
  if (positionals.length > 0) throw new CliError(`unexpected argument '${positionals[0]}'`);
  if (values.fleet === undefined) throw new CliError('--fleet is missing');

  const devices = readFleetFile(values.fleet);
  const outages = createOutageReport(values.server);
  const fleet = createFleet({
    devices,
    host: values.server,
    ports: {
      eview: readPort('eview-port', values['eview-port']),
      watch: readPort('watch-port', values['watch-port']),
      osmand: readPort('osmand-port', values['osmand-port']),
    },
    speed: readPositive('speed', values.speed, 'a number'),
    onNotice(device, notice) {
      const outage = outages(device.protocol, notice);
      if (outage !== null) io.print(outage);
      const text = values.quiet ? null : noticeText(notice);
      if (text !== null) io.print(`${device.name} ${text}`);
    },
  });
  if (!values.quiet) io.print(`${devices.length} devices connect to ${values.server}`);
  fleet.start();
  await aborted(io.signal);
  fleet.close();
  return 0;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
