import type { Session } from '@varde/contract/session';
import type { ComponentType } from 'react';
import type { Language } from '#texts/language.ts';

/** What each light page gets. It draws the inside of the card, beginning with its heading. */
export interface LightScreenProps {
  language: Language;
  /** The address, `#/reset/…` for instance. */
  hash: string;
  /** Somebody has logged in, or is logged in and may go on. */
  onSession: (session: Session) => void;
}

export type LightScreen = ComponentType<LightScreenProps>;
