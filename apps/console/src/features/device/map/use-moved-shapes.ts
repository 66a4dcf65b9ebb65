import { posPathOf } from '@varde/catalogue/geofences';
import type { Geofence } from '@varde/contract/geofences';
import { useCallback } from 'react';
import { useDraft } from '#data/use-draft.ts';

export type Shape = Pick<Geofence, 'vertices' | 'radius'>;
type Shaped = Pick<Geofence, 'id' | 'vertices' | 'radius'>;

/** The shapes that the user has given to fences of a device, by number, and the stored ones from which that began. */
export type MovedShapes = Readonly<Record<number, { own: Shape; begun: Shape }>>;

const stored = ({ vertices, radius }: Shape): Shape => ({ vertices, radius });

const isAlike = (one: Shape, other: Shape): boolean =>
  posPathOf(one.vertices) === posPathOf(other.vertices) && one.radius === other.radius;

/** What the user has moved of a device's fences and not saved yet; a fence that was not moved is as it is stored. */
export function useMovedShapes(deviId: number) {
  const [moved, setMoved] = useDraft<MovedShapes>(`moved-fences-${deviId}`, {});
  const move = useCallback(
    (fence: Shaped, own: Shape) =>
      setMoved((before) => ({ ...before, [fence.id]: { own, begun: before[fence.id]?.begun ?? stored(fence) } })),
    [setMoved],
  );
  const shapeOf = (fence: Shaped): Shape => moved[fence.id]?.own ?? stored(fence);
  return {
    ...{ moved, move, shapeOf },
    reset: (id: number) => setMoved(({ [id]: _, ...others }) => others),
    /** What was saved is stored; a move that was made while it was being saved stays. */
    settle: (saved: Shaped, sent: Shape) =>
      setMoved(({ [saved.id]: shape, ...others }) =>
        shape === undefined || isAlike(shape.own, sent)
          ? others
          : { ...others, [saved.id]: { own: shape.own, begun: stored(saved) } },
      ),
    /** Somebody else has given the fence another shape since the user began to move it. */
    isChangedElsewhere(fence: Shaped): boolean {
      const shape = moved[fence.id];
      return shape !== undefined && !isAlike(shape.begun, fence) && !isAlike(shape.own, fence);
    },
    /** The user knows the other shape, and stays with the own one. */
    insist: (fence: Shaped) =>
      setMoved((before) => ({ ...before, [fence.id]: { own: shapeOf(fence), begun: stored(fence) } })),
  };
}
