/** The status word of a record, item 0x24. */
export interface StatusWord {
  gpsFix: boolean;
  charging: boolean;
  historical: boolean;
  moving: boolean;
  /** 0…31 */
  signal: number;
  /** Percent, as sent; undefined when the device sends none (255). */
  battery: number | undefined;
  /** 0…7, without known names. */
  workMode: number;
  /** Flags that have no field of their own; only set ones. */
  states: Record<string, boolean>;
}

/** Bits that are shown as states. Bits 1–3, 11 and 14 only announce items. */
const stateBits: Readonly<Record<number, string>> = {
  5: 'fullyCharged',
  6: 'rebooted',
  8: 'agpsValid',
  10: 'statusBit10',
  12: 'statusBit12',
  13: 'statusBit13',
  15: 'statusBit15',
};

/** Instead of a percentage. */
const noBattery = 0xff;

export function readStatusWord(word: number): StatusWord {
  const bit = (at: number) => ((word >>> at) & 1) === 1;
  const battery = word >>> 24;
  const states: Record<string, boolean> = {};
  for (const [at, name] of Object.entries(stateBits)) if (bit(Number(at))) states[name] = true;
  return {
    gpsFix: bit(0),
    charging: bit(4),
    historical: bit(7),
    moving: bit(9),
    signal: (word >>> 19) & 0x1f,
    battery: battery === noBattery ? undefined : battery,
    workMode: (word >>> 16) & 0x07,
    states,
  };
}

/** The word for these values; `states` by the names above. For the simulator and tests. */
export function writeStatusWord(status: StatusWord): number {
  const flags: [number, boolean][] = [
    [0, status.gpsFix],
    [4, status.charging],
    [7, status.historical],
    [9, status.moving],
    ...Object.entries(stateBits).map(([at, name]): [number, boolean] => [Number(at), status.states[name] === true]),
  ];
  const bits = flags.reduce((word, [at, set]) => (set ? word | (1 << at) : word), 0);
  return (bits | (status.signal << 19) | (status.workMode << 16) | ((status.battery ?? noBattery) << 24)) >>> 0;
}
