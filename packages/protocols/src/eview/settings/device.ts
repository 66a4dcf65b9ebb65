import type { SettingsGroup } from '../../settings-groups.ts';
import type { ConfigurationItem } from '../messages/configuration-items.ts';
import { bitOf, isBetween, itemOf, numberOf, partOf } from './items.ts';

export const led = bitOf('features', 0, 'ledOn');
export const sounds = bitOf('features', 1, 'soundOn');
export const vibrates = bitOf('features', 2, 'vibration');
export const cellPositions = bitOf('features', 3, 'acceptLBS');
export const ownUpdates = bitOf('features', 30, 'firmwareUpdatesItself');
export const lowBatteryPrompt = bitOf('voicePrompts', 3, 'lowBatteryVoicePrompt');

export const speaker = numberOf('speakerVolume', 'volumeLevel', { least: 0, most: 100 });
export const microphone = numberOf('microphoneVolume', 'twoWayMic', { least: 0, most: 15 });
export const ringing = numberOf('ringVolume', 'ringVolume', { least: 0, most: 100 });
export const prompts = numberOf('promptVolume', 'promptVol', { least: 0, most: 100 });
export const zone = numberOf('timeZone', 'timeZone', { least: -48, most: 56, unit: 15 });

/** Mode 1 is the normal one; the others sleep, each in its own way. */
export const powerSaving = partOf('workMode', 'powerSaving', {
  read: ({ mode }) => mode > 1,
  write: (item, saves) => {
    if (typeof saves !== 'boolean') return null;
    if (!saves) return { ...item, mode: 1 };
    return item.mode > 1 ? item : { ...item, mode: 2 };
  },
});

const hours = /^([01][0-9]|2[0-3]):([0-5][0-9])-([01][0-9]|2[0-3]):([0-5][0-9])$/;
const on = 0x80;

export const doNotDisturb: SettingsGroup<ConfigurationItem> = {
  keys: ['doNotDisturb'],
  encode: ({ doNotDisturb: value }, known) => {
    const before = itemOf('doNotDisturb', known) ?? {
      ...{ type: 'doNotDisturb', flags: 0, startHour: 0, startMinute: 0, endHour: 0, endMinute: 0 },
    };
    if (value === '') return [{ ...before, flags: before.flags & ~on } as ConfigurationItem];
    const [, ...times] = hours.exec(String(value)) ?? [];
    const [startHour = 0, startMinute = 0, endHour = 0, endMinute = 0] = times.map(Number);
    if (times.length === 0 || typeof value !== 'string') return null;
    return [{ ...before, flags: before.flags | on, startHour, startMinute, endHour, endMinute } as ConfigurationItem];
  },
  decode: (items) => {
    const item = itemOf('doNotDisturb', items);
    if (item === undefined) return null;
    if ((item.flags & on) === 0) return { doNotDisturb: '' };
    const { startHour, startMinute, endHour, endMinute } = item;
    const value = `${clock(startHour, startMinute)}-${clock(endHour, endMinute)}`;
    return hours.test(value) ? { doNotDisturb: value } : null;
  },
};

const clock = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

const passwordOn = 0x8000_0000;
const digits = 6;

/** Six digits; empty: no command needs it. */
export const smsPassword: SettingsGroup<ConfigurationItem> = {
  keys: ['smsPassword'],
  encode: ({ smsPassword: value }) => {
    if (value === '') return [{ type: 'smsPassword', value: 0 }];
    return typeof value === 'string' && /^[0-9]{6}$/.test(value)
      ? [{ type: 'smsPassword', value: passwordOn + Number(value) }]
      : null;
  },
  decode: (items) => {
    const item = itemOf('smsPassword', items);
    if (item === undefined) return null;
    const number = item.value % passwordOn;
    if (item.value < passwordOn) return { smsPassword: '' };
    return isBetween(number, 0, 999_999) ? { smsPassword: String(number).padStart(digits, '0') } : null;
  },
};
