import { portVariable } from '../apps/server/src/config.ts';
import { hasAction, pressedActionByKey } from '../packages/catalogue/src/device-actions.ts';
import type { Capabilities } from '../packages/catalogue/src/hardware/capabilities.ts';
import { hardwareList, type KnownHardware } from '../packages/catalogue/src/hardware/index.ts';
import type { SmsCommands } from '../packages/catalogue/src/hardware/sms-commands.ts';
import type { DeviceProtocol } from '../packages/catalogue/src/hardware/types.ts';
import { protocolByKey, protocols } from '../packages/catalogue/src/protocols.ts';
import { hardwareSettings } from '../packages/catalogue/src/settings/hardware-settings.ts';

const transportNames = { stream: 'TCP', http: 'HTTP', mqtt: 'MQTT' } as const;

const portOf = (protocol: DeviceProtocol): string => protocolByKey(protocol)?.port.toString() ?? '';

/** docs/hardware.md, made from the catalogue. */
export function hardwarePage(): string {
  const rows = hardwareList.map((hardware) => {
    const settings = Object.keys(hardwareSettings[hardware.key]).map((key) => `\`${key}\``);
    return `| ${[
      hardware.dehaId,
      hardware.name,
      hardware.family,
      `\`${hardware.protocol}\``,
      portOf(hardware.protocol),
      everyMinutes(hardware.heartbeatMinutes),
      signalOf(hardware),
      capabilitiesOf(hardware).join(', '),
      settings.join(', '),
    ].join(' | ')} |`;
  });
  const ports = protocols.map(
    ({ key, transport, port, identity, token }) =>
      `| \`${key}\` | ${transportNames[transport]} | ${port} | \`${portVariable(key)}\` | ${identity.words}${token ? '; a token proves it' : ''} |`,
  );
  const waiting = [...new Set(hardwareList.map(({ protocol }) => protocol))].filter(
    (protocol) => portOf(protocol) === '',
  );
  return `# Hardware

<!-- Made by \`node scripts/generate-docs.ts\` from packages/catalogue/src/hardware and apps/server/src/config.ts. -->

Every kind of device known to Varde. \`varde add-device --hardware\` takes the number. Varde has no gateway yet for the protocol of a kind without a port (${waiting.map((protocol) => `\`${protocol}\``).join(', ')}): such a device is registered on [\`http\`](protocols/http.md), with a token ([decision 0020](decisions/0020-home-units-speak-http.md)).

A capability is a function of the hardware that code can query; the console does not have a screen for each of them yet: [coverage.md](coverage.md). Settings are described in [settings.md](settings.md).

| number | name | family | protocol | port | contact every | signal from – to (good above) | capabilities | settings |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

"Contact every" is the default interval at which the device is expected to report.

## Firmware

A setting can require a firmware number (\`sinceFirmware\` in \`hardware-settings.ts\`); the device's own is \`fiwaNum\`. It is the main version, the first number of the version that the device reports:

| protocol | its place | example | number |
|---|---|---|---|
| \`eview\` | item 0x02 of the settings report, four bytes, the last one first | \`01.00.29.cf\` | 1 |
| \`watch\` | the answer to \`VERNO\`, and \`ver:\` in the answer to \`TS\`: after \`_V\` | \`G29_BASE_V1.00_2014.04.23\` | 1 |
| \`http\`, \`mqtt\` | \`firmware\` | \`4.12.1\` | 4 |

A watch whose version has no \`_V\` and number (\`A6C_D41\`), and any device that has not reported its version yet, has no number: settings that require one are not offered. The newest report counts.

## Protocols

| protocol | over | port | set by | identity of a device |
|---|---|---|---|---|
${ports.join('\n')}

The others carry commands; \`osmand\` has none, since phones do not read the answers: restart, reset, tracking and the question for settings are not offered on such a device.

## Adding a kind

On a protocol known to Varde: a file in \`packages/catalogue/src/hardware\`, which spreads its family (\`families.ts\`), its line in \`packages/catalogue/src/hardware/index.ts\`, and its settings in \`packages/catalogue/src/settings/hardware-settings.ts\`. Then \`node scripts/generate-docs.ts\`.
`;
}

const everyMinutes = (minutes: number): string => (minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`);

const signalOf = ({ signalScale: { low, high, goodAbove } }: KnownHardware): string =>
  `${low} – ${high} (${goodAbove})`;

const smsNames = { smsReboot: 'restart', smsReset: 'reset', smsConnect: 'server address' };

type Describe = { readonly [C in keyof Capabilities]: (value: Capabilities[C]) => string | null };

const said = (text: string) => (has: boolean) => (has ? text : null);

/** Each capability as text; null where it is missing. A new capability does not compile without a line here. */
const describe: Describe = {
  positioning: said('positioning'),
  gpsQuality: (has) => (has ? null : 'positions without satellites and HDOP'),
  findMe: said('find-me sound'),
  locate: said('asks for the current position'),
  tracking: (tracking) =>
    tracking && `manual tracking (${tracking.defaultMinutes} min${tracking.adjustable ? '' : ', fixed'})`,
  smsCommands: (texts) =>
    texts &&
    `by SMS: ${Object.keys(texts)
      .map((kind) => smsNames[kind as keyof SmsCommands])
      .join(', ')}`,
  wifiScan: (scan) => scan && `access points (within ${scan.timeoutSeconds} s)`,
  sensors: (sensors) => (sensors.length === 0 ? null : `sensors (${sensors.map(sensorName).join(', ')})`),
  sensorEnrolment: (enrolment) => enrolment && `sensors are ${enrolment}`,
  walkTest: said('walk test'),
  display: said('display'),
  fewTabs: (has) => (has ? 'tabs information and general only' : null),
  pedometer: said('step counter'),
  wearDetection: said('notices when it is taken off'),
  health: said('heart rate and blood pressure'),
  requestHeartRate: said('measures the heart rate on request'),
  choosesReceiver: said('Varde or another receiver'),
  gx8: said('Gx8 family'),
  stcb: said('STCB lists and columns'),
  sotaFwnum: (since) => (since === 0 ? null : `sound files over the air from firmware ${since}`),
};

const sensorNames = { homeSensor: 'home sensors', baseStation: 'base station', wristband: 'wristband' };
const sensorName = (kind: Capabilities['sensors'][number]): string => sensorNames[kind];

function capabilitiesOf({ dehaId, capabilities: own }: KnownHardware): string[] {
  const isTracked = hasAction(dehaId, pressedActionByKey('startTracking'));
  const capabilities: Capabilities = isTracked ? own : { ...own, tracking: null };
  const describeOne = <C extends keyof Capabilities>(key: C, all: Capabilities) => describe[key](all[key]);
  return (Object.keys(describe) as (keyof Capabilities)[]).flatMap((key) => describeOne(key, capabilities) ?? []);
}
