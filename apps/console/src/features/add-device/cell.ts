/**
 * How a cell came to be: as somebody wrote it, or as a spreadsheet has changed it. `formatted`: a number that is shown
 * otherwise than by its digits; `dateText`: a text that looks as a spreadsheet saves a date; `cut`: a number without its
 * last digits; `notAValue`: a formula, an error or the like.
 */
type Origin = 'text' | 'number' | 'formatted' | 'date' | 'dateText' | 'cut' | 'notAValue';

export interface Cell {
  text: string;
  /** What the sheet shows, which is the text unless the sheet keeps another value. */
  shown: string;
  origin: Origin;
  /** Its letters may be others, since the file does not say how it writes them. */
  lettersUnsure?: boolean;
}

export const noCell: Cell = { text: '', shown: '', origin: 'text' };

export interface Sheet {
  /** Null for a file without sheets. */
  name: string | null;
  /** In the spreadsheet's numbering. */
  rows: readonly (readonly Cell[])[];
  /** The numbers of rows that the sheet does not show. */
  hidden: ReadonlySet<number>;
}

/** Why a file cannot be imported. Texts: `importDevices.unreadable.<reason>`. */
export type UnreadableReason =
  | 'tooLarge'
  | 'notATable'
  | 'openDocument'
  | 'oldExcel'
  | 'numbers'
  | 'locked'
  | 'webPage'
  | 'noColumns'
  | 'noRows'
  | 'tooManyRows';

export class Unreadable extends Error {
  readonly reason: UnreadableReason;
  constructor(reason: UnreadableReason) {
    super(reason);
    this.reason = reason;
  }
}
