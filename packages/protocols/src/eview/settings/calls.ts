import type { SettingKey } from '@varde/catalogue/settings/vocabulary';
import type { SettingsGroup } from '../../settings-groups.ts';
import type { ConfigurationItem } from '../messages/configuration-items.ts';
import { bitOf, hasBit, isBetween, partOf, withBit } from './items.ts';

const slotBits = 0x0f;
/** The number is on, is called and gets an SMS. Two sources swap the bits for call and SMS: both alike are never wrong. */
const inUse = 0xe0;
/** 19 characters, and a plus before them. */
const phoneNumber = /^\+?[0-9*#]{0,19}$/;

/** Bit 7: the number is on. */
const numberOn = 0x80;

/**
 * A number that the device calls at an SOS, the first one first, and that may call it. The flags of one that the device
 * has already stay, but that it is on.
 */
export const phoneOf = (slot: number, key: SettingKey): SettingsGroup<ConfigurationItem> => ({
  keys: [key],
  encode: ({ [key]: number }, known) => {
    if (typeof number !== 'string' || number.length > 19 || !phoneNumber.test(number)) return null;
    const before = phoneIn(slot, known);
    const kept = before?.number ? before.slot | numberOn : inUse | slot;
    return [{ type: 'phone', slot: number === '' ? slot : kept, number }];
  },
  decode: (items) => {
    const number = phoneIn(slot, items)?.number;
    return number !== undefined && phoneNumber.test(number) ? { [key]: number } : null;
  },
});

const phoneIn = (slot: number, items: readonly ConfigurationItem[]) =>
  items.find(
    (item): item is Extract<ConfigurationItem, { type: 'phone' }> =>
      item.type === 'phone' && (item.slot & slotBits) === slot,
  );

export const callFilter = bitOf('phoneSwitches', 8, 'aclCheck');
export const hangUp = bitOf('phoneSwitches', 9, 'wearerMayHangUp', false);
export const smsFilter = bitOf('phoneSwitches', 11, 'smsFromListOnly');

/** Bit 7: it answers by itself; bits 0–6: after so many rings. */
export const answering = partOf('phoneSwitches', 'answerIncoming', {
  read: ({ value }) => {
    if (!hasBit(value, 7)) return 0;
    const rings = value & 0x7f;
    return rings === 0 ? null : rings;
  },
  write: (item, rings) => {
    if (rings === 0) return { ...item, value: withBit(item.value, 7, false) };
    return isBetween(rings, 1, 2) ? { ...item, value: ((item.value & ~0x7f) | 0x80 | rings) >>> 0 } : null;
  },
});
