import { Alert, Button, Group } from '@mantine/core';
import { changedParts, type EnteredFence, type FencePart } from '@varde/catalogue/geofence-parts';
import { useTranslation } from 'react-i18next';

interface ChangedElsewhereProps {
  /** The name of who has changed it; null: unknown. */
  by: string | null;
  /** In words. */
  what: readonly string[];
  onTake: () => void;
  onInsist: () => void;
}

/** Says who has changed what the user edits, and lets the user choose. Nothing is sent before. */
export function ChangedElsewhere({ by, what, onTake, onInsist }: ChangedElsewhereProps) {
  const { t, i18n } = useTranslation();
  return (
    <Alert color="yellow" role="alert">
      {t('geofence.elsewhere.changedBy', {
        by: by ?? t('geofence.elsewhere.somebody'),
        what: new Intl.ListFormat(i18n.language).format(what),
      })}
      <Group gap={8} mt={8}>
        <Button size="xs" variant="default" onClick={onTake}>
          {t('geofence.elsewhere.takeTheirs')}
        </Button>
        <Button size="xs" variant="default" onClick={onInsist}>
          {t('geofence.elsewhere.keepMine')}
        </Button>
      </Group>
    </Alert>
  );
}

/**
 * The parts of a fence that somebody else has changed since the user began to change the same ones, and not to the same.
 * `begun`: the fence as it was then.
 */
export function conflictsOf(begun: EnteredFence, stored: EnteredFence, changes: Partial<EnteredFence>): FencePart[] {
  const own = changedParts(begun, { ...begun, ...changes });
  const open = changedParts(stored, { ...stored, ...changes });
  return changedParts(begun, stored).filter((part) => own.includes(part) && open.includes(part));
}
