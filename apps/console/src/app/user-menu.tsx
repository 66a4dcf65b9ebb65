import { lazy, Suspense, useState } from 'react';
import { UserButton } from './user-button.tsx';

const loadDropdown = () => import('./user-menu-dropdown.tsx');
const Dropdown = lazy(async () => ({ default: (await loadDropdown()).UserMenuDropdown }));

/** The menu's code, and the library that places it, come when somebody goes for it: the first page does without. */
export function UserMenu({ onHelp }: { onHelp: () => void }) {
  const [wanted, setWanted] = useState(false);
  const preload = () => void loadDropdown();
  const button = <UserButton onPointerEnter={preload} onFocus={preload} onClick={() => setWanted(true)} />;
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <Dropdown onHelp={onHelp} />
    </Suspense>
  );
}
