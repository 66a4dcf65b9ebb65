import type { SettingValue } from '@varde/catalogue/settings/types';
import type { SettingKey } from '@varde/catalogue/settings/vocabulary';
import type { SettingsGroup } from '../../settings-groups.ts';
import type { ConfigurationItem } from '../messages/configuration-items.ts';

type Type = ConfigurationItem['type'];
type ItemOfType<T extends Type> = Extract<ConfigurationItem, { type: T }>;
/** An item with one number. */
type NumberItem = { [T in Type]: ItemOfType<T> extends { value: number } ? T : never }[Type];

export function itemOf<T extends Type>(type: T, items: readonly ConfigurationItem[]): ItemOfType<T> | undefined {
  return items.find((item): item is ItemOfType<T> => item.type === type);
}

/** Which of these items the device has not reported. */
export const lacking =
  (...types: Type[]) =>
  (known: readonly ConfigurationItem[]): Type[] =>
    types.filter((type) => itemOf(type, known) === undefined);

export const isBetween = (value: SettingValue | undefined, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

interface Part<Item> {
  /** Null: the item has no legal value of the setting. */
  read(item: Item): SettingValue | null;
  /** The item with this value; null: it cannot hold it. */
  write(item: Item, value: SettingValue | undefined): Item | null;
}

/** A setting that is a part of an item. The rest stays as the device has it, so it must have reported the item. */
export function partOf<T extends Type>(
  type: T,
  key: SettingKey,
  { read, write }: Part<ItemOfType<T>>,
): SettingsGroup<ConfigurationItem> {
  return {
    keys: [key],
    lacks: lacking(type),
    encode: (values, known) => {
      const before = itemOf(type, known);
      const after = before === undefined ? null : write(before, values[key]);
      return after === null ? null : [after];
    },
    decode: (items) => {
      const item = itemOf(type, items);
      const value = item === undefined ? null : read(item);
      return value === null ? null : { [key]: value };
    },
  };
}

/** A bit of an item. `on`: the setting's value when it is set. */
export function bitOf<T extends NumberItem>(type: T, bit: number, key: SettingKey, on = true) {
  return partOf<T>(type, key, {
    read: (item) => hasBit(numberIn(item), bit) === on,
    write: (item, value) =>
      typeof value === 'boolean' ? { ...item, value: withBit(numberIn(item), bit, value === on) } : null,
  });
}

const numberIn = (item: unknown): number => (item as { value: number }).value;

export const hasBit = (value: number, bit: number): boolean => ((value >>> bit) & 1) === 1;

export const withBit = (value: number, bit: number, on: boolean): number =>
  (on ? value | (1 << bit) : value & ~(1 << bit)) >>> 0;

/** An item that is a setting. */
export function numberOf<T extends NumberItem>(
  type: T,
  key: SettingKey,
  { least, most, unit = 1 }: { least: number; most: number; unit?: number },
): SettingsGroup<ConfigurationItem> {
  return {
    keys: [key],
    encode: ({ [key]: value }) =>
      isBetween(value, least * unit, most * unit) && value % unit === 0
        ? [{ type, value: value / unit } as ConfigurationItem]
        : null,
    decode: (items) => {
      const item = itemOf(type, items);
      const value = item === undefined ? undefined : numberIn(item);
      return isBetween(value, least, most) ? { [key]: value * unit } : null;
    },
  };
}
