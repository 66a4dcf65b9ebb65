import type { Session } from '@varde/contract/session';
import type { ComponentType } from 'react';
import type { Language } from '#texts/language.ts';

/** Props of each screen before the login. The screen renders the content of the card, beginning with its heading. */
export interface PublicScreenProps {
  language: Language;
  /** The address, e.g. `#/reset/…`. */
  hash: string;
  /** Called once the user has a session and may enter the console. */
  onSession: (session: Session) => void;
}

export type PublicScreen = ComponentType<PublicScreenProps>;
