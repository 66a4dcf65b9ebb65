import type { Confirmation, DeviceReport, FoundSensor, ReportedSensor } from '@varde/catalogue/report';
import type { SensorCommand } from '@varde/catalogue/sensor-commands';
import type { SettingDefinition, SettingValues } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import type { OpenCommand } from '@varde/protocols/open/index';
import { takePicture } from './picture.ts';

/** The sensors that a simulated unit comes with. */
const firstSensors: readonly ReportedSensor[] = [
  { gatewayId: '4100010', typeCode: '4', name: 'Inngangsdør', functionCode: '32', door: 'closed' },
  { gatewayId: '4100020', typeCode: '67', name: 'Røykvarsler stue', functionCode: 'generic' },
  { gatewayId: '4100030', typeCode: '27', name: 'Bevegelse stue', functionCode: '39' },
  { gatewayId: '4100040', typeCode: '21', name: 'Alarmsmykke', functionCode: 'generic' },
].map((sensor, at) => ({ ...sensor, status: 'ok' as const, rssi: 8 - at, battery: 95 - 4 * at }) as ReportedSensor);

/** Sensors near it, which it hears when it learns. */
const nearby: readonly Required<FoundSensor>[] = [
  { gatewayId: '4200010', typeCode: '32', rssi: 7 },
  { gatewayId: '4200020', typeCode: '5', rssi: 4 },
  { gatewayId: '4200030', typeCode: '33', rssi: 2 },
];

interface Run {
  seconds: number;
  /** Unix milliseconds of its first report; null: it has not reported yet. */
  since: number | null;
}

/** A home unit: it has settings and sensors, learns new ones and measures their signals as it is told to. No socket and no clock. */
export class HomeUnit {
  readonly #sensors = new Map(firstSensors.map((sensor) => [sensor.gatewayId, sensor]));
  readonly #definitions: ReadonlyMap<string, SettingDefinition>;
  #settings: SettingValues;
  #areSettingsDue = true;
  #learning: Run | null = null;
  #walkTest: Run | null = null;
  #turn = 0;
  /** The camera that is to take a picture; null: none. */
  #camera: string | null = null;
  /** The whole list is due: after it was switched on, when it is asked, and when a sensor came or went. */
  #isListDue = true;

  /** With the settings that are its own, at their defaults. */
  constructor(definitions: readonly SettingDefinition[] = []) {
    this.#definitions = new Map(definitions.map((definition) => [definition.key, definition]));
    this.#settings = this.#asDelivered();
  }

  get settings(): SettingValues {
    return this.#settings;
  }

  /** The door contact, which raises its alarms. */
  get door(): string | undefined {
    return [...this.#sensors.values()].find(({ typeCode }) => typeCode === '4')?.gatewayId;
  }

  switchedOn(): void {
    this.#isListDue = true;
    this.#areSettingsDue = true;
  }

  /** What it has to say at this moment, Unix milliseconds; with nothing in it, it asks for commands. */
  report(now: number): DeviceReport {
    this.#turn++;
    const all = this.#isListDue ? [...this.#sensors.values()] : undefined;
    this.#isListDue = false;
    const settings = this.#areSettingsDue && this.#definitions.size > 0 ? this.#settings : undefined;
    this.#areSettingsDue = false;
    this.#learning = running(this.#learning, now);
    this.#walkTest = running(this.#walkTest, now);
    const camera = this.#camera;
    this.#camera = null;
    const sensors = {
      ...(all !== undefined && { all }),
      ...(camera !== null && {
        image: { gatewayId: camera, mediaType: 'image/png' as const, data: takePicture(this.#turn) },
      }),
      ...(this.#learning !== null && { found: this.#inTurn(nearby) }),
      ...(this.#walkTest !== null && {
        measured: this.#inTurn([...this.#sensors.values()]).map(({ gatewayId, rssi = 5 }) => ({
          gatewayId,
          signalStrength: rssi,
        })),
      }),
    };
    const hasNews = Object.keys(sensors).length > 0;
    return {
      ...{ samples: [], confirmations: [] },
      ...(hasNews && { sensors }),
      ...(settings !== undefined && { settings }),
    };
  }

  /** Carries out a command, and returns its answer. */
  obey(ref: string, command: OpenCommand): Confirmation {
    switch (command.kind) {
      case 'writeSettings':
        return this.#write(ref, command.values);
      case 'readSettings':
        this.#areSettingsDue = true;
        return { ref, ok: true };
      case 'reboot':
        this.switchedOn();
        return { ref, ok: true };
      case 'factoryReset':
        this.#settings = this.#asDelivered();
        this.switchedOn();
        return { ref, ok: true };
      case 'startLearning':
        this.#learning = { seconds: command.seconds, since: null };
        return { ref, ok: true };
      case 'stopLearning':
        this.#learning = null;
        return { ref, ok: true };
      case 'startWalkTest':
        this.#walkTest = { seconds: command.seconds, since: null };
        return { ref, ok: true };
      case 'stopWalkTest':
        this.#walkTest = null;
        return { ref, ok: true };
      case 'syncSensors':
        this.#isListDue = true;
        return { ref, ok: true };
      case 'connectBaseStation':
        return { ref, ok: false, detail: 'no base stations' };
      case 'captureImage':
        return this.#capture(ref, command.gatewayId);
      default:
        return this.#change(ref, command);
    }
  }

  #asDelivered(): SettingValues {
    return Object.fromEntries([...this.#definitions.values()].map(({ key, default: value }) => [key, value]));
  }

  #write(ref: string, values: SettingValues): Confirmation {
    for (const [key, value] of Object.entries(values)) {
      const definition = this.#definitions.get(key);
      if (definition === undefined) return { ref, ok: false, detail: `no setting ${key}` };
      const error = validateSetting(definition, value);
      if (error !== null) return { ref, ok: false, detail: `${key}: ${error}` };
    }
    this.#settings = { ...this.#settings, ...values };
    this.#areSettingsDue = true;
    return { ref, ok: true };
  }

  #capture(ref: string, gatewayId: string): Confirmation {
    if (this.#sensors.get(gatewayId)?.typeCode !== '27') return { ref, ok: false, detail: 'no such camera' };
    this.#camera = gatewayId;
    return { ref, ok: true };
  }

  #change(
    ref: string,
    command: Extract<SensorCommand, { kind: 'addSensor' | 'editSensor' | 'deleteSensor' }>,
  ): Confirmation {
    const { gatewayId } = command;
    const known = this.#sensors.get(gatewayId);
    const heard = nearby.find((sensor) => sensor.gatewayId === gatewayId);
    if (command.kind === 'deleteSensor') this.#sensors.delete(gatewayId);
    else if (command.kind === 'addSensor')
      this.#sensors.set(gatewayId, {
        ...{ typeCode: '0', functionCode: 'generic', battery: 100, ...heard, ...known },
        ...{ gatewayId, name: command.name, status: heard?.typeCode === '33' ? 'proc_req' : 'ok' },
      });
    else if (known === undefined) return { ref, ok: false, detail: 'no such sensor' };
    else {
      const { eventConfig: _, functionType, ...changes } = command.changes;
      this.#sensors.set(gatewayId, {
        ...known,
        ...changes,
        ...(typeof functionType === 'string' && { functionType }),
        ...(changes.functionCode !== undefined && { status: 'ok' }),
      });
    }
    this.#isListDue = true;
    return { ref, ok: true };
  }

  /** One of a list, another one with each report. */
  #inTurn<T>(list: readonly T[]): T[] {
    const at = this.#turn % Math.max(1, list.length);
    return list.slice(at, at + 1);
  }
}

/** The run at this moment; null: its time is over. */
function running(run: Run | null, now: number): Run | null {
  if (run === null) return null;
  const since = run.since ?? now;
  return now - since < run.seconds * 1000 ? { ...run, since } : null;
}
