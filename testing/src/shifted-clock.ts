/**
 * Loaded before a process of a test (`node --import`): its machine has another time, by CLOCK_SHIFT_MS. What measures
 * lengths of time is unchanged.
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const MachineDate = Date;

globalThis.Date = class extends MachineDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [MachineDate.now() + shiftMs] : given) as [number]));
  }
  static override now(): number {
    return MachineDate.now() + shiftMs;
  }
} as DateConstructor;
