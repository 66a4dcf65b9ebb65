import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { useAlarmKeys } from '#features/alarms/use-alarm-keys.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { ShortcutHelp } from './late-shortcut-help.ts';
import { areasFor } from './navigation.ts';

/** Maximum time between the two keys of a pair. */
const pairMs = 1200;

/** Global keyboard shortcuts, inactive in text fields. Returns the function that opens their help. */
export function useShortcuts(): () => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const areas = areasFor(useSession());
  // Survives renders between the two keys of a pair: with an open alarm there is one every second.
  const goUntil = useRef(0);
  const onAlarmKey = useAlarmKeys();
  const showHelp = useCallback(() => {
    void openDialog<void>({ title: t('shell.shortcuts'), content: () => <ShortcutHelp areas={areas} /> });
  }, [t, areas]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const going = Date.now() < goUntil.current;
      goUntil.current = event.key === 'g' && !going ? Date.now() + pairMs : 0;
      const area = going ? areas.find(({ shortcut }) => shortcut === event.key) : undefined;
      if (area) void navigate({ to: area.path });
      else if (event.key === '/') void focusSearch(() => navigate({ to: '/vardes' }));
      else if (event.key === 'h') focusRowAction();
      else if (event.key === '?') showHelp();
      // Once for each press, and never as the second key of a pair.
      else if (going || event.repeat || !onAlarmKey(event.key)) return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [areas, navigate, showHelp, onAlarmKey]);
  return showHelp;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null
  );
}

/** The first action of the row in which the focus is; a row that folds its actions is opened for them. */
function focusRowAction(): void {
  const row = document.activeElement?.closest('[role="row"], tr, [data-alarm]');
  const first = () =>
    [row, row?.nextElementSibling]
      .flatMap((part) => [...(part?.querySelectorAll<HTMLElement>('[data-action], [data-actions] button') ?? [])])
      .find((action) => action.checkVisibility());
  const here = first();
  if (here) {
    here.focus();
    return;
  }
  row?.querySelector<HTMLElement>('[aria-expanded="false"]')?.click();
  requestAnimationFrame(() => first()?.focus());
}

async function focusSearch(goToList: () => Promise<void>): Promise<void> {
  const search = () => document.querySelector<HTMLInputElement>('[data-shortcut="search"]');
  const here = search();
  if (here) return here.focus(); // synchronously: the next key belongs to it
  await goToList();
  requestAnimationFrame(() => search()?.focus());
}
