import type { DrawingType } from '@varde/catalogue/geofences';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import type { Geofence } from '@varde/contract/geofences';
import { useDraft } from '#data/use-draft.ts';

/** The fence that is edited, with the unsaved changes to it. */
export interface Editing {
  /** The sub-route it belongs to: the browser's Back leads to another one, where nothing is open yet. */
  part: string | undefined;
  opened: Geofence | null;
  /** That fence as it was when the first of these changes was made. */
  begun: Geofence | null;
  changes: Partial<GeofenceForm>;
  drawing: DrawingType;
}

/** A sub-route without input; a new fence is a circle to be drawn. */
export const blankAt = (part: string | undefined): Editing => ({
  ...{ part, opened: null, begun: null, changes: {}, drawing: part === 'new' ? 'circle' : 'none' },
});

/** What is edited at a sub-route of `of`. `begin` may be called before the navigation to its sub-route. */
export function useEditing(of: string, part: string | undefined) {
  const [latest, begin] = useDraft(of, blankAt(part));
  const at = (known: Editing) => (known.part === part ? known : blankAt(part));
  const edit = (edited: Partial<Editing>) => begin((known) => ({ ...at(known), ...edited }));
  return {
    ...at(latest),
    begin: (next: Editing) => begin(next),
    setOpened: (opened: Geofence) => edit({ opened }),
    setDrawing: (drawing: DrawingType) => edit({ drawing }),
    change: (changed: Partial<GeofenceForm>) =>
      begin((known) => {
        const { opened, begun, changes } = at(known);
        return { ...at(known), begun: begun ?? opened, changes: { ...changes, ...changed } };
      }),
    /** The user knows what somebody else has changed, and stays with the own changes. */
    insist: () => begin((known) => ({ ...at(known), begun: at(known).opened })),
    /** What was saved is open; what was changed while it was being saved stays changed. `sent`: what was edited then. */
    settle: (saved: Geofence, sent: Pick<Editing, 'opened' | 'changes'>) =>
      begin((known) => {
        if (known.opened?.id !== sent.opened?.id) return known;
        const later = Object.entries(known.changes).filter(
          ([field, value]) => value !== sent.changes[field as keyof GeofenceForm],
        );
        const begun = later.length > 0 ? saved : null;
        return { ...blankAt(undefined), opened: saved, begun, changes: Object.fromEntries(later) };
      }),
  };
}
