import type { Session } from '@varde/contract/session';
import type { Root } from 'react-dom/client';
import { LoginScreen } from './login-screen.tsx';

/** Shows the login page; `onSession` is called once somebody has logged in. */
export function showLogin(root: Root, onSession: (session: Session) => void): void {
  root.render(<LoginScreen onSession={onSession} />);
}
