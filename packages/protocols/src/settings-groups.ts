import type { SettingValues } from '@varde/catalogue/settings/types';
import { type SettingKey, settingByKey } from '@varde/catalogue/settings/vocabulary';

/**
 * Settings that travel in one command: they are written together. `Piece` is the protocol's unit of a frame: an item, a
 * line.
 */
export interface SettingsGroup<Piece> {
  /** In the order of the wire. */
  keys: readonly SettingKey[];
  /** The names of pieces of which these settings are a part, and which the device has not reported. Absent: none is needed. */
  lacks?(known: readonly Piece[]): readonly string[];
  /**
   * The pieces of the command, in the order in which they are sent. `values` holds every key
   * but those that are omitted for a device without them (`omittedWhereAbsent`); `known` holds the values reported on
   * this connection, for the parts of a piece that are no setting. Null: the wire cannot hold a value.
   */
  encode(values: SettingValues, known: readonly Piece[]): readonly Piece[] | null;
  /** The settings in a device's report, whatever else it holds. Null: they are missing, or cannot be read. */
  decode(pieces: readonly Piece[]): SettingValues | null;
}

/** The group of each setting. Settings of one group name the same object. */
export type SettingsBindings<Piece, Key extends string = string> = Readonly<Record<Key, SettingsGroup<Piece>>>;

/** Why settings cannot be sent as one command. */
type Refusal =
  | 'noSettings'
  | 'unknownSetting'
  | 'severalWireGroups'
  | 'incompleteWireGroup'
  /** They are parts of pieces that the device has to report first. */
  | 'notReported'
  /** A value that the wire cannot hold. */
  | 'illegalValue';

/** Each group once. */
export function groupsOf<Piece>(bindings: SettingsBindings<Piece>): SettingsGroup<Piece>[] {
  return [...new Set(Object.values(bindings))];
}

/** The settings of one group as the pieces of one command, or why they cannot be sent. */
export function encodeSettings<Piece>(
  bindings: SettingsBindings<Piece>,
  values: SettingValues,
  known: readonly Piece[],
): { pieces: readonly Piece[] } | { reason: Refusal; lacks?: readonly string[] } {
  const keys = Object.keys(values);
  if (!keys.every((key) => Object.hasOwn(bindings, key))) return { reason: 'unknownSetting' };
  const [group, ...others] = new Set(keys.map((key) => bindings[key]));
  if (group === undefined) return { reason: 'noSettings' };
  if (others.length > 0) return { reason: 'severalWireGroups' };
  const needed = group.keys.filter((key) => !settingByKey(key)?.omittedWhereAbsent);
  if (!needed.every((key) => Object.hasOwn(values, key))) return { reason: 'incompleteWireGroup' };
  const lacks = group.lacks?.(known) ?? [];
  if (lacks.length > 0) return { reason: 'notReported', lacks };
  const pieces = group.encode(values, known);
  return pieces === null ? { reason: 'illegalValue' } : { pieces };
}

/** Every setting in these pieces. */
export function decodeSettings<Piece>(bindings: SettingsBindings<Piece>, pieces: readonly Piece[]): SettingValues {
  return Object.assign({}, ...groupsOf(bindings).map((group) => group.decode(pieces)));
}
