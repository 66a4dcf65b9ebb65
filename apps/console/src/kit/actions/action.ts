import type { ComponentType } from 'react';

/** Something that can be done with a thing, wherever it is shown: in a row, a header or a menu. */
export interface Action {
  key: string;
  name: string;
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  visible: boolean;
  /** It cannot be undone, or harms for a while. It asks before it is done. */
  dangerous?: boolean;
  /** An address to go to, or what is done; the latter says by itself how it went. */
  perform: string | (() => Promise<void>);
}
