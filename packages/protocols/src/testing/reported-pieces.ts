import type { StreamProtocolKey } from '@varde/catalogue/protocols';
import type { ConfigurationItem } from '../eview/messages/configuration-items.ts';

/** EV-07B: the items of which settings are parts, as captured, with the button on. */
export const eviewItems: readonly ConfigurationItem[] = [
  { type: 'intervals', heartbeat: 0x8000_010e, upload: 5, lazyUpload: 3600 },
  { type: 'workMode', seconds: 0, mode: 3 },
  { type: 'features', value: 0x8000_0807 },
  { type: 'voicePrompts', value: 0xfe01_0000 },
  { type: 'sosButton', value: 0xbe7b },
  { type: 'alarmCalls', longest: 600, ringing: 20, rounds: 1 },
  { type: 'phoneSwitches', value: 0x82 },
  { type: 'tiltAlert', time: 30, angle: 45, flags: 0x40 },
  { type: 'fallAlert', flags: 0x15 },
];

/** What a device of each protocol has reported before its settings are written. */
export const reportedPieces: Readonly<Partial<Record<StreamProtocolKey, readonly unknown[]>>> = { eview: eviewItems };
