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
import { type MovedShapes, type Shape, useMovedShapes } from './use-moved-shapes.ts';

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
  const { moved, move, ...shapes } = useMovedShapes(device.deviId);
  useFreshPlaces(device);

  const fences = useMemo(
    () =>
      (data?.geofences ?? []).map((fence) =>
        listed(fence, selected.includes(fence.id) ? (moved[fence.id]?.own ?? {}) : null),
      ),
    [data, selected, moved],
  );
  useUnsavedGuard(
    fences.some(({ verticesChanged }) => verticesChanged),
    ({ deviId, dehaId }) => deviId === String(device.deviId) && dehaId === undefined,
  );
  const sharedFences = sharedShown ? shared.data?.geofences : undefined;
  const drawn = useMemo<FencesOnMap>(
    () => ({
      drawn: [...drawnFences(fences, moved), ...(sharedFences ?? []).map(drawnShared)],
      editable: drawnFences(fences, moved).flatMap((fence, index) => editableOf(t, fence, fences[index])),
      onMoved(id, shape) {
        const fence = fences.find((one) => one.id === id);
        if (fence !== undefined) move(fence, withinLimits(shape));
      },
      onPressed: (id) => setSelected((before) => [...before.filter((each) => each !== id), id]),
    }),
    [fences, moved, sharedFences, t, move, setSelected],
  );
  return {
    ...{ ...shapes, isFenced, fences, drawn },
    mayAdd: data?.abilities.includes('add') ?? false,
    shared: { shown: sharedShown, show: showShared, fences: sharedFences },
    change: (fence: ListedGeofence, changed: Partial<FenceShape>) =>
      move(fence, withRadius({ ...shapes.shapeOf(fence), ...changed })),
    /** A fence that is not selected any more keeps nothing of what was changed. */
    toggle(id: number) {
      if (selected.includes(id)) shapes.reset(id);
      setSelected((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));
    },
  };
}
export type MapFences = ReturnType<typeof useMapFences>;

const drawnFences = (fences: readonly ListedGeofence[], moved: MovedShapes): DrawnFence[] =>
  fences.map(({ id, enabled, polygon, vertices, radius, inEdit }) => ({
    ...{ id, enabled, polygon, vertices, radius },
    ...(inEdit && moved[id]?.own),
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
const withRadius = ({ vertices, radius }: FenceShape): Shape => ({
  vertices: [...vertices],
  radius: vertices.length > 1 ? 0 : radius,
});

const withinLimits = ({ vertices, radius }: FenceShape): Shape =>
  withRadius({ vertices, radius: Math.min(geofenceLimits.radius.max, Math.max(geofenceLimits.radius.min, radius)) });
