import type { SettingsGroup } from '../../settings-groups.ts';
import type { ConfigurationItem } from '../messages/configuration-items.ts';
import { bitOf, hasBit, isBetween, itemOf, lacking, partOf, withBit } from './items.ts';

/** Bits 9–12 of a button: what it does. All of them: it raises an SOS. */
const task = 0x0f << 9;

/** Bit 15 of the SOS button: it is on. One that does something else raises no alarm, and is turned on as an SOS button. */
export const button = partOf('sosButton', 'buttonBehaviour', {
  read: ({ value }) => (hasBit(value, 15) && (value & task) === task ? 2 : 1),
  write: (item, value) => {
    if (value === 1) return { ...item, value: withBit(item.value, 15, false) };
    return value === 2 ? { ...item, value: withBit(item.value | task, 15, true) } : null;
  },
});

/** How long it is pressed: tenths of a second in bits 2–8. */
export const buttonSeconds = partOf('sosButton', 'buttonSensitivity', {
  read: ({ value }) => {
    const seconds = ((value >> 2) & 0x7f) / 10;
    return isBetween(seconds, 1, 10) ? seconds : null;
  },
  write: (item, value) =>
    isBetween(value, 1, 10) ? { ...item, value: (item.value & ~(0x7f << 2)) | ((value * 10) << 2) } : null,
});

/** Flags of items 0x55 and 0x56. The other bits are no settings. */
const alertOn = 7;
const levelBits = 0x0f;

export const fallAlert = partOf('fallAlert', 'fallDownAlert', {
  read: ({ flags }) => hasBit(flags, alertOn),
  write: (item, on) => (typeof on === 'boolean' ? { ...item, flags: withBit(item.flags, alertOn, on) } : null),
});

export const fallLevel = partOf('fallAlert', 'fallDownLevel', {
  read: ({ flags }) => (isBetween(flags & levelBits, 1, 9) ? flags & levelBits : null),
  write: (item, level) => (isBetween(level, 1, 9) ? { ...item, flags: (item.flags & ~levelBits) | level } : null),
});

export const tiltAlert = partOf('tiltAlert', 'tiltAlert', {
  read: ({ flags }) => hasBit(flags, alertOn),
  write: (item, on) => (typeof on === 'boolean' ? { ...item, flags: withBit(item.flags, alertOn, on) } : null),
});

export const tiltAngle = partOf('tiltAlert', 'tiltAngle', {
  read: ({ angle }) => (isBetween(angle, 0, 90) ? angle : null),
  write: (item, angle) => (isBetween(angle, 0, 90) ? { ...item, angle } : null),
});

export const tiltTime = partOf('tiltAlert', 'tiltTime', {
  read: ({ time }) => (isBetween(time, 1, 3600) ? time : null),
  write: (item, time) => (isBetween(time, 1, 3600) ? { ...item, time } : null),
});

/** The longest call of an alarm, seconds. */
export const longestCall = partOf('alarmCalls', 'alarmTimeout', {
  read: ({ longest }) => (isBetween(longest, 60, 3600) ? longest : null),
  write: (item, longest) => (isBetween(longest, 60, 3600) ? { ...item, longest } : null),
});

export const cancellation = bitOf('features', 21, 'sosCancellation');
export const sosPrompt = bitOf('voicePrompts', 10, 'voicePromptSosAlarm');

/** The speaker in the call of an SOS, and the voice of the button. */
const [speaker, buttonVoice] = [5, 1];
/** The prompts of an SOS and of its end. */
const sosPrompts = [10, 11];

/**
 * No switch of its own: neither the call, the button nor the prompts of an SOS sound. Turned off, the call and the button
 * sound again; the prompts have a setting of their own.
 */
export const silentAlarm: SettingsGroup<ConfigurationItem> = {
  keys: ['silentAlarm'],
  lacks: lacking('features', 'sosButton', 'voicePrompts'),
  encode: ({ silentAlarm: silent }, known) => {
    const [features, sosButton] = [itemOf('features', known), itemOf('sosButton', known)];
    const prompts = itemOf('voicePrompts', known);
    if (typeof silent !== 'boolean' || !features || !sosButton || !prompts) return null;
    return [
      { ...features, value: withBit(features.value, speaker, !silent) },
      { ...sosButton, value: withBit(sosButton.value, buttonVoice, !silent) },
      ...(silent ? [{ ...prompts, value: sosPrompts.reduce((v, bit) => withBit(v, bit, false), prompts.value) }] : []),
    ];
  },
  decode: (items) => {
    const [features, sosButton] = [itemOf('features', items), itemOf('sosButton', items)];
    if (!features || !sosButton) return null;
    return { silentAlarm: !hasBit(features.value, speaker) && !hasBit(sosButton.value, buttonVoice) };
  },
};
