import { type ProtocolKey, protocols } from '@varde/catalogue/protocols';
import { createFleet } from '../fleet/fleet.ts';
import { readFleetFile } from '../fleet/fleet-file.ts';
import { noticeText } from '../fleet/notice-text.ts';
import { createOutageReport } from '../fleet/outage-report.ts';
import { readArguments, readPort, readPositive } from './arguments.ts';
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';

const portHelp = protocols.map(({ key, port }) => `  ${`--${key}-port <port>`.padEnd(21)}  default ${port}`).join('\n');

export const simulateHelp = `Usage: varde simulate --fleet <file> [options]

Connects a fleet of virtual devices to a server and lets them live until it is stopped.

  --fleet <file>         JSON array of { identity, dehaId, protocol, name, lat, lng, behaviour, token? }
  --server <host>        default 127.0.0.1
${portHelp}
  --speed <times>        behaviours go so many times as fast, default 1
  --quiet                print errors only
  --help                 this text`;

type PortOption = `${ProtocolKey}-port`;

const portOptions = Object.fromEntries(
  protocols.map(({ key, port }) => [`${key}-port`, { type: 'string', default: String(port) }]),
) as Record<PortOption, { type: 'string'; default: string }>;

const portsFrom = (values: Record<PortOption, string>) =>
  Object.fromEntries(protocols.map(({ key }) => [key, readPort(`${key}-port`, values[`${key}-port`])])) as Record<
    ProtocolKey,
    number
  >;

/** Runs until `io.signal` is aborted. Throws CliError for invalid arguments or an invalid fleet. */
export async function simulate(args: string[], io: Io): Promise<number> {
  const { values, positionals } = readArguments(args, {
    fleet: { type: 'string' },
    server: { type: 'string', default: '127.0.0.1' },
    ...portOptions,
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
    ports: portsFrom(values),
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
