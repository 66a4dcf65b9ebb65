import { text, u8 } from './fields.ts';
import { type ItemOf, itemTable } from './items.ts';
import { layout } from './layout.ts';

/** Items of the command `systemControl`. Other actions are in vendor documentation that we do not have. */
const kinds = {
  /** Device to server: the result of a text command. */
  textResult: { key: 0x1f, codec: layout({ kind: u8, text }) },
  /** Server to device. */
  firmwareUpdate: { key: 0x30, codec: layout({ url: text }) },
} as const;

export type ControlItem = ItemOf<typeof kinds>;
export const controlItems = itemTable(kinds);
