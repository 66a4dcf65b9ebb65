import type { TFunction } from 'i18next';

/** `4 s`, `2 min 5 s`, `3 t 20 min`: seconds matter while somebody waits. */
export function elapsed(ms: number, t: TFunction): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const parts = [
    { unit: 'day', count: Math.floor(seconds / 86_400) },
    { unit: 'hour', count: Math.floor(seconds / 3600) % 24 },
    { unit: 'minute', count: Math.floor(seconds / 60) % 60 },
    { unit: 'second', count: seconds % 60 },
  ] as const;
  const first = Math.max(
    0,
    parts.findIndex(({ count }) => count > 0),
  );
  const shown = seconds === 0 ? parts.slice(3) : parts.slice(first, first + 2).filter(({ count }) => count > 0);
  return shown.map(({ unit, count }) => t(`common.elapsed.${unit}`, { count })).join(' ');
}
