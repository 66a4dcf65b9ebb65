import type { Session } from '@varde/contract/session';
import type { Root } from 'react-dom/client';
import { PublicConsole } from './public-console.tsx';

/** Shows the login and the screens around it; `onSession` is called after a login. */
export function showPublic(root: Root, onSession: (session: Session) => void): void {
  root.render(<PublicConsole onSession={onSession} />);
}
