import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { dialogsReady } from '#kit/state/dialogs-ready.ts';
import { useOneAtATime } from '../steady/use-one-at-a-time.ts';

/** Long enough to read it and to reach the button with the keyboard. */
const shownMs = 12_000;

/** Says what was done, with a button that takes it back: instead of a question, where nothing is lost. */
export function notifyUndo(message: string, undo: () => Promise<unknown>): void {
  void dialogsReady();
  const id = notifications.show({
    color: 'green',
    autoClose: shownMs,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    message: (
      <Group gap="xs" justify="space-between">
        <span>{message}</span>
        <UndoButton
          undo={() => {
            notifications.hide(id);
            return undo();
          }}
        />
      </Group>
    ),
  });
}

function UndoButton({ undo }: { undo: () => Promise<unknown> }) {
  const oneAtATime = useOneAtATime();
  return (
    <Button size="compact-sm" variant="default" onClick={() => void oneAtATime(undo)}>
      {i18next.t('common.undo')}
    </Button>
  );
}
