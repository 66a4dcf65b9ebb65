import type { ComponentType } from 'react';

/** A path of the console, as the router knows it: `/settings/1/34`. */
export type ActionPath = `/${string}`;

/** An operation on a record, the same in every place that shows it: row, header or menu. */
export interface Action {
  key: string;
  /** Name on a page about the record: "Map". */
  name: string;
  /** Name among other records, as in a list: "Map of Room 101". */
  fullName: string;
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  visible: boolean;
  /** It is irreversible or disrupts the device. `perform` asks for confirmation first. */
  dangerous?: boolean;
  /** The page to open, or the operation; the operation reports its own success and failure. */
  perform: ActionPath | (() => Promise<void>);
}
