import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyFailure } from '#kit/state/notify.ts';
import { withAdministrationTexts, withDevicePageTexts } from '#texts/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

/** It finds pages by their titles, which are among the texts of these pages. */
const loadPalette = () => withAdministrationTexts(() => withDevicePageTexts(() => import('./command-palette.tsx')));
const CommandPalette = lazyPart(
  async () => (await loadPalette()).CommandPalette,
  () => null,
);

/** Opens the command palette, like Ctrl+K or ⌘K anywhere, text fields included. Its code is loaded when it opens. */
export function CommandPaletteButton() {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [timesOpened, setTimesOpened] = useState(0);
  async function open(): Promise<void> {
    if (await CommandPalette.load()) setTimesOpened((times) => times + 1);
    else notifyFailure(t('common.partFailed'));
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      button.current?.click();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('shell.openPalette')}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${t('shell.openPalette')} (Ctrl K)`}
        onClick={() => void open()}
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      {timesOpened > 0 && <CommandPalette timesOpened={timesOpened} />}
    </>
  );
}
