import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type DrawingType, geofenceDefaults } from '@varde/catalogue/geofences';
import type { DeviceDetail } from '@varde/contract/devices';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import type { Geofence, GlobalGeofence } from '@varde/contract/geofences';
import { useState } from 'react';
import { apiQuery } from '#data/api/query-options.ts';
import { conflictsOf } from '#domain/geofence/changed-elsewhere.tsx';
import { areaOf, blankFence, isDrawn, outdoorArea } from '#domain/geofence/fence-form.ts';
import { useLeaveQuestion, useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import type { DrawnShape } from '#kit/map/drawn-shape.ts';
import { type ControlState, controlStateOf, copyOf, formOf, indoorArea, needsSaving } from './geofence-control.ts';
import { blankAt, useEditing } from './use-editing.ts';
import { useFenceStore } from './use-fence-store.ts';
import { useMovedFocus } from './use-moved-focus.ts';

/** What the left column shows next. */
interface Next {
  part?: 'new' | 'reuse';
  opened?: Geofence | undefined;
  changes?: Partial<GeofenceForm>;
}

/** The geofence tab: its fences, the one that is edited, and what may be done with it. */
export function useGeofenceEditor(device: DeviceDetail, part: string | undefined) {
  const input = { params: { deviId: device.deviId } };
  const query = apiQuery('listGeofences', input);
  const { data, error, refetch } = useQuery(query);
  const { opened, begun, changes, drawing, begin, settle, insist, setOpened, setDrawing, change } = useEditing(
    `geofence-${device.deviId}`,
    part,
  );
  const { heading, choice, move } = useMovedFocus(part);
  const store = useFenceStore(device.deviId, (saved) => (saved === null ? to({}, true) : showSaved(saved)));
  const fences = data?.geofences ?? [];
  const fence = fences.find(({ id }) => id === opened?.id);
  // As it was last seen: somebody else may delete it.
  if (fence !== undefined && fence !== opened) setOpened(fence);
  const isGone = data !== undefined && opened !== null && fence === undefined && !store.busy;
  const state = controlStateOf(part, opened !== null);
  const stored = storedOf(state, opened, fences);
  const values = stored && { ...stored, ...changes, ...(isGone && { id: geofenceDefaults.id }) };
  const dirty = stored !== null && values !== null && needsSaving(stored, values);
  const go = useTransitions(device, dirty);
  const drawn = useDrawing({ values, setDrawing, change });
  const conflicts = begun && stored && !isGone && !store.busy ? conflictsOf(begun, stored, changes) : [];
  async function showSaved(saved: Geofence) {
    await go(undefined, true, () => {
      settle(saved, { opened, changes });
      move(null);
    });
  }

  async function to({ part: next, opened: one, changes: given }: Next, isSaved = false) {
    await go(next, isSaved, () => {
      begin({
        ...blankAt(next),
        ...(one && { opened: one }),
        ...(given && { changes: given, drawing: 'none' }),
      });
      move({ part: next });
    });
  }
  return {
    ...{ data, error, refetch, fences, fence, opened, isGone, state, values, dirty },
    ...{ drawing, change, store, heading, choice },
    ...drawn,
    mayEdit: opened?.editEnabled ?? true,
    conflicts,
    insist,
    /** Gives up the changes. */
    discard: () => begin({ ...blankAt(part), opened }),
    maySave: (dirty || isGone) && conflicts.length === 0 && values !== null && isDrawn(values),
    open: (id: number) => to({ opened: fences.find((one) => one.id === id) }),
    close: () => to({}),
    startNew: () => to({ part: 'new' }),
    startReuse: () => to({ part: 'reuse' }),
    reuse: (shared: GlobalGeofence) => to({ part: 'new', changes: copyOf(shared, fences) }),
  };
}
interface Drawing extends Pick<ReturnType<typeof useEditing>, 'setDrawing' | 'change'> {
  values: GeofenceForm | null;
}

/** How the area of a fence is given: by drawing it, or by an address that was found. */
function useDrawing({ values, setDrawing, change }: Drawing) {
  const [found, setFound] = useState(0);
  /** A finished drawing ends drawing, and turns the fence on. */
  function onDrawn(shape: DrawnShape) {
    setDrawing('none');
    change({ ...areaOf(shape), enabled: true });
  }
  return {
    /** Indoor has nothing to draw: its locations are chosen. */
    chooseDrawing(type: DrawingType) {
      setDrawing(type);
      if (type === 'indoor' && !values?.indoor) change(indoorArea);
      if ((type === 'circle' || type === 'polygon') && values?.indoor) change(outdoorArea(type === 'polygon'));
    },
    onDrawn,
    /** How many addresses were found: the map goes to each. */
    found,
    onFound(shape: DrawnShape) {
      onDrawn(shape);
      setFound((count) => count + 1);
    },
  };
}

export type GeofenceEditorState = ReturnType<typeof useGeofenceEditor>;

function storedOf(state: ControlState, opened: Geofence | null, fences: readonly Geofence[]): GeofenceForm | null {
  if (state === 'NEW') return blankFence(fences);
  return state === 'EDIT' && opened ? formOf(opened) : null;
}

/** Goes to a sub-route of the tab; unsaved changes are lost only with the user's consent. */
function useTransitions({ deviId, dehaId }: DeviceDetail, dirty: boolean) {
  const navigate = useNavigate();
  const mayLeave = useLeaveQuestion();
  useUnsavedGuard(dirty);
  return async (part: 'new' | 'reuse' | undefined, isSaved: boolean, change: () => void) => {
    if (dirty && !isSaved && !(await mayLeave())) return;
    change();
    await navigate({
      to: '/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}',
      params: { deviId: String(deviId), dehaId: String(dehaId), tab: 'geofence', part, item: undefined },
      resetScroll: false,
      ignoreBlocker: true, // nothing is left to lose: the settings below stay
    });
  };
}
