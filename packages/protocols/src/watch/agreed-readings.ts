import { present } from '../present.ts';
import type { BloodPressure, LinkKeep, PositionMessage, WatchMessage } from './messages/message.ts';
import { isBacklogWord } from './messages/position-codec.ts';
import { statusStates } from './status.ts';

/** What the watch of a connection has said last, as far as it is certain. */
export interface Said {
  /** Percent */
  battery?: number;
  steps?: number;
  /** Beats a minute */
  pulse?: number;
  /** Where `LK` has the battery, counted from 0, once it has agreed with another message. */
  batteryAt?: 1 | 2;
}

type Agreed = { message: WatchMessage; said: Said };

/** Values of two messages of one connection agree when they are no further apart: percent, or beats a minute. */
const near = 15;
const agrees = (value: number | undefined, known: number | undefined): boolean =>
  value !== undefined && known !== undefined && Math.abs(value - known) <= near;

/**
 * Firmware differs in the order of the values of a word. The reading that agrees with what the same connection has said
 * wins; a value in doubt is kept as sent, and changes nothing.
 */
export function agree(message: WatchMessage, said: Said): Agreed {
  switch (message.type) {
    case 'position':
      return isBacklogWord(message.word) ? { message, said } : agreePosition(message, said);
    case 'linkKeep':
      return agreeLinkKeep(message, said);
    case 'bloodPressure':
      return heardPulse(agreeBloodPressure(message, said), said);
    case 'pulse':
      return heardPulse(message, said);
    default:
      return { message, said };
  }
}

/**
 * A battery at 0 % is in doubt beside a full one, and where the watch itself does not call it low: firmware that does not
 * measure it, or has it elsewhere, sends 0.
 */
function agreePosition(message: PositionMessage, said: Said): Agreed {
  const { battery, ...others } = message.fix;
  const { status, steps = said.steps } = others;
  const isLow = status === undefined || statusStates(status).lowBattery === true;
  const isDoubtful = battery === 0 && (said.battery === undefined ? !isLow : !agrees(0, said.battery));
  if (!isDoubtful) return { message, said: present({ ...said, steps, battery: battery ?? said.battery }) };
  const fix = { ...others, unread: { ...others.unread, battery: '0' } };
  return { message: { ...message, fix }, said: present({ ...said, steps }) };
}

/** `LK,steps,tumbles,battery`, or of other firmware `LK,steps,battery,0` and `LK,steps,battery`. */
function agreeLinkKeep(message: LinkKeep, said: Said): Agreed {
  const { type, word, tumbles, battery, pair } = message;
  const places = { 1: pair === undefined ? tumbles : pair[1], 2: battery };
  const chosen = batteryPlace(places, said);
  const isEmptied = chosen !== undefined && places[chosen] === 0 && said.battery !== undefined && said.battery > near;
  const at = isEmptied ? undefined : chosen;
  const level = at && places[at];
  const first = pair === undefined ? message.steps : pair[0];
  const counted = pair !== undefined && at === undefined ? undefined : first;
  // Firmware that counts no steps here sends 0; a new day is told by the next position.
  const steps = counted === 0 && said.steps ? undefined : counted;
  const isDoubtful = (at === undefined && (places[1] ?? places[2]) !== undefined) || steps !== counted;
  const isLearned = at !== undefined && agrees(level, said.battery) && !agrees(places[at === 1 ? 2 : 1], said.battery);
  return {
    message: present({
      ...{ type, word, steps, battery: level },
      tumbles: at === 2 ? tumbles : undefined,
      unread: isDoubtful ? [first, places[1], places[2]].filter((value) => value !== undefined).join(',') : undefined,
    }),
    said: present({
      ...said,
      battery: level !== undefined && level <= 100 ? level : said.battery,
      steps: steps ?? said.steps,
      batteryAt: isLearned ? at : said.batteryAt,
    }),
  };
}

type Places = { readonly [at in 1 | 2]: number | undefined };

/** Undefined: it cannot be told. */
function batteryPlace(places: Places, { battery: known, batteryAt }: Said): 1 | 2 | undefined {
  const { 1: second, 2: third } = places;
  if (second === third || second === undefined || second > 100) return third === undefined ? undefined : 2;
  if (agrees(second, known) !== agrees(third, known)) return agrees(second, known) ? 1 : 2;
  if (batteryAt !== undefined) return batteryAt;
  if (third === undefined) return undefined;
  if (known !== undefined) return nearerPlace(second, third, known);
  return third === 0 ? undefined : 2;
}

/** The place of the value that is much nearer; an empty battery is not believed for that. */
function nearerPlace(second: number, third: number, known: number): 1 | 2 | undefined {
  const [toSecond, toThird] = [Math.abs(second - known), Math.abs(third - known)];
  if (third > 0 && 2 * toThird <= toSecond) return 2;
  return second > 0 && 2 * toSecond <= toThird ? 1 : undefined;
}

/** The systolic pressure is the higher one. Where it is not, the order is another one; the pulse tells which. */
function agreeBloodPressure(message: BloodPressure, { pulse: known }: Said): BloodPressure {
  const { type, word, wearer, systolic: first, diastolic: second, pulse: third } = message;
  if (!first || !second || first > second) return message;
  const base = { type, word, wearer };
  if (third === undefined) return { ...base, systolic: second, diastolic: first };
  const [isFirst, isThird] = [agrees(first, known), agrees(third, known)];
  if (isFirst && !isThird && second > third) return { ...base, pulse: first, systolic: second, diastolic: third };
  if (isThird && !isFirst) return { ...base, systolic: second, diastolic: first, pulse: third };
  return { ...base, unread: [first, second, third].join(',') };
}

function heardPulse<M extends WatchMessage & { bpm?: number; pulse?: number }>(message: M, said: Said): Agreed {
  const pulse = message.bpm ?? message.pulse;
  return { message, said: pulse !== undefined && pulse > 1 ? { ...said, pulse } : said };
}
