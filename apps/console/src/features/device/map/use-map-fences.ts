import { useQuery } from '@tanstack/react-query';
import { geofenceLimits } from '@varde/catalogue/geofences';
import type { DeviceDetail } from '@varde/contract/devices';
import type { GlobalGeofence } from '@varde/contract/geofences';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { useDraft } from '#data/use-draft.ts';
import type { FencesOnMap } from '#domain/map/device-map.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import type { EditableFence } from '#kit/map/fence-handles.ts';
import type { DrawnFence, FenceShape } from '#kit/map/fence-layers.ts';
import { type ListedGeofence, listed } from '../geofence/geofence-control.ts';
import { useFreshPlaces } from '../geofence/use-fresh-places.ts';

/** The shapes that the user has given to selected fences, by number; a fence without one is as it is stored. */
type Shapes = Readonly<Record<number, { vertices: { lat: number; lng: number }[]; radius: number }>>;

/**
 * The fences of a device on the map of its positions: selected ones are moved there, which changes nothing until the user
 * saves it. `sharedShown`: those that others share are drawn as well.
 */
export function useMapFences(device: DeviceDetail) {
  const { t } = useTranslation();
  const input = { params: { deviId: device.deviId } };
  const isFenced = device.tabs.some(({ key }) => key === 'geofence');
  const { data } = useQuery({ ...apiQuery('listGeofences', input), enabled: isFenced });
  const [sharedShown, showShared] = useState(false);
  const shared = useQuery({ ...apiQuery('listGlobalGeofences', input), enabled: isFenced && sharedShown });
  const [selected, setSelected] = useDraft<readonly number[]>(`selected-fences-${device.deviId}`, []);
  const [shapes, setShapes] = useDraft<Shapes>(`moved-fences-${device.deviId}`, {});
  useFreshPlaces(device);

  const fences = useMemo(
    () =>
      (data?.geofences ?? []).map((fence) =>
        listed(fence, selected.includes(fence.id) ? (shapes[fence.id] ?? {}) : null),
      ),
    [data, selected, shapes],
  );
  useUnsavedGuard(
    fences.some(({ verticesChanged }) => verticesChanged),
    ({ deviId, dehaId }) => deviId === String(device.deviId) && dehaId === undefined,
  );
  function reset(id: number) {
    setShapes((before) => Object.fromEntries(Object.entries(before).filter(([each]) => each !== String(id))));
  }
  /** The area of a fence, as far as the user has moved it. */
  const shapeOf = ({ id, vertices, radius }: ListedGeofence) => shapes[id] ?? { vertices, radius };
  const sharedFences = sharedShown ? shared.data?.geofences : undefined;
  const drawn = useMemo<FencesOnMap>(
    () => ({
      drawn: [...drawnFences(fences, shapes), ...(sharedFences ?? []).map(drawnShared)],
      editable: drawnFences(fences, shapes).flatMap((fence, index) => editableOf(t, fence, fences[index])),
      onMoved: (id, shape) => setShapes((before) => ({ ...before, [id]: withinLimits(shape) })),
      onPressed: (id) => setSelected((before) => [...before.filter((each) => each !== id), id]),
    }),
    [fences, shapes, sharedFences, t, setShapes, setSelected],
  );
  return {
    ...{ isFenced, fences, drawn, shapeOf, reset },
    mayAdd: data?.abilities.includes('add') ?? false,
    shared: { shown: sharedShown, show: showShared, fences: sharedFences },
    change: (fence: ListedGeofence, changed: Partial<FenceShape>) =>
      setShapes((before) => ({ ...before, [fence.id]: withRadius({ ...shapeOf(fence), ...changed }) })),
    /** A fence that is not selected any more keeps nothing of what was changed. */
    toggle(id: number) {
      if (selected.includes(id)) reset(id);
      setSelected((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));
    },
  };
}
export type MapFences = ReturnType<typeof useMapFences>;

const drawnFences = (fences: readonly ListedGeofence[], shapes: Shapes): DrawnFence[] =>
  fences.map(({ id, enabled, polygon, vertices, radius, inEdit }) => ({
    ...{ id, enabled, polygon, vertices, radius },
    ...(inEdit && shapes[id]),
    selected: inEdit,
  }));

/** One that others share is not in use here. */
const drawnShared = ({ id, polygon, vertices, radius }: GlobalGeofence): DrawnFence => ({
  ...{ id, polygon, vertices, radius },
  enabled: false,
});

function editableOf(t: TFunction, drawn: DrawnFence, fence: ListedGeofence | undefined): EditableFence[] {
  if (!fence?.inEdit || !fence.editEnabled) return [];
  const { name } = fence;
  const handleNames = fence.polygon
    ? drawn.vertices.map((_, index) => t('geofence.handles.corner', { name, number: index + 1 }))
    : [t('geofence.handles.centre', { name }), t('geofence.handles.border', { name })];
  return [{ ...drawn, handleNames }];
}

/** A polygon has none. One that is being typed is brought within its limits by its field, once that is left. */
const withRadius = ({ vertices, radius }: FenceShape): Shapes[number] => ({
  vertices: [...vertices],
  radius: vertices.length > 1 ? 0 : radius,
});

const withinLimits = ({ vertices, radius }: FenceShape): Shapes[number] =>
  withRadius({ vertices, radius: Math.min(geofenceLimits.radius.max, Math.max(geofenceLimits.radius.min, radius)) });
