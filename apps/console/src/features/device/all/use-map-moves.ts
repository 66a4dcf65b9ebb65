import type { LiveMessage } from '@varde/contract/live';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useChannel } from '#data/live/live-context.tsx';
import type { Shown } from './use-map-view.ts';

type Move = LiveMessage<'mapMoves'>['moves'][number];
export type Moves = ReadonlyMap<number, Move>;

/** `at`: when it came, as `askedAt` of a view. */
type Received = ReadonlyMap<number, { move: Move; at: number }>;

/**
 * Where devices have moved to since the view was asked for, by their numbers. They are not in the cache of the view: a
 * change of that would put off its next fetch.
 */
export function useMapMoves(shown: Shown | undefined, refetch: () => unknown): Moves {
  const channel = useChannel();
  const [received, setReceived] = useState<Received>(() => new Map());
  const askedAt = shown?.askedAt ?? 0;
  const take = useEffectEvent(({ moves, unknown }: LiveMessage<'mapMoves'>) => {
    if (unknown) void refetch();
    const at = performance.now();
    const news = moves.map((move) => [move.deviId, { move, at }] as const);
    if (news.length > 0) setReceived((known) => new Map([...since(askedAt, known), ...news]));
  });
  const uuid = shown?.positions.length ? shown.uuid : undefined;
  useEffect(
    () =>
      uuid === undefined
        ? undefined
        : channel.subscribe({ topic: 'mapMoves', query: `uuid=${uuid}`, onMessage: (message) => take(message) }),
    [channel, uuid],
  );
  const positions = shown?.positions;
  return useMemo(() => {
    const known = new Map(positions?.map(({ deviId, posTime }) => [deviId, posTime] as const));
    const later = since(askedAt, received).filter(([deviId, { move }]) => move.posTime > (known.get(deviId) ?? 0));
    return new Map(later.map(([deviId, { move }]) => [deviId, move]));
  }, [positions, askedAt, received]);
}

/** What came before a view was asked for is in its answer; what came since may be older than that too. */
const since = (askedAt: number, received: Received) => [...received].filter(([, { at }]) => at >= askedAt);
