import { useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { MenuFailed } from './menu-failed.tsx';
import styles from './shell.module.css';
import { UserButton } from './user-button.tsx';

const Dropdown = lazyPart(
  async () => (await import('./user-menu-dropdown.tsx')).UserMenuDropdown,
  DropdownFailed,
  <UserButton />,
);

/** The menu's code and its positioning library are loaded at the first hover or focus, not with the first page. */
export function UserMenu({ onHelp }: { onHelp: () => void }) {
  const [wanted, setWanted] = useState(false);
  const preload = () => void Dropdown.preload();
  if (wanted) return <Dropdown onHelp={onHelp} />;
  return <UserButton onPointerEnter={preload} onFocus={preload} onClick={() => setWanted(true)} />;
}

function DropdownFailed({ onRetry }: { onRetry: () => Promise<boolean> }) {
  return (
    <div className={styles.menu} data-side="end">
      <UserButton onClick={() => void onRetry()} />
      <MenuFailed />
    </div>
  );
}
