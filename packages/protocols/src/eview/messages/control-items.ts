import { text, u8 } from './fields.ts';
import { type ItemOf, itemTable } from './items.ts';
import { layout } from './layout.ts';

/** Items of the command `systemControl`. Sources: docs/protocols/eview-commands.md. */
const kinds = {
  factoryReset: { key: 0x11, codec: layout({}) },
  reboot: { key: 0x12, codec: layout({}) },
  findMe: { key: 0x13, codec: layout({}) },
  /** Device to server: the result of a text command. */
  textResult: { key: 0x1f, codec: layout({ kind: u8, text }) },
  firmwareUpdate: { key: 0x30, codec: layout({ url: text }) },
} as const;

export type ControlItem = ItemOf<typeof kinds>;
export const controlItems = itemTable(kinds);
