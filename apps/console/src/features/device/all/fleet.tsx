import type { MapView } from '@varde/contract/map';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { MapFailed } from '#domain/map/map-failed.tsx';
import { useMap } from '#domain/map/use-map.ts';
import { type Area, openFleetMap, type View } from '#kit/map/fleet-map.ts';
import { useFormats } from '#kit/use-formats.ts';
import styles from './all-devices.module.css';
import { areaOf, deviceKey, deviceOf, marksOf } from './marks-of.ts';
import type { Moves } from './use-map-moves.ts';

type Options = Parameters<typeof openFleetMap>[0];

interface FleetProps {
  /** Undefined: it is not there yet. */
  shown: MapView | undefined;
  /** Since then. */
  moves: Moves;
  /** Nothing has been looked at yet, and the map goes where the devices are. */
  fits: boolean;
  /** What is to be looked at; another object each time. */
  target: { area: Area } | null;
  onView: (view: View) => void;
  onAll: () => void;
  onDevice: (deviId: number) => void;
  onArea: (area: Area) => void;
}

/** The map of all devices. */
export function Fleet({ shown, moves, fits, target, onView, onAll, onDevice, onArea }: FleetProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const ahp = useSession().context === 'AHP';
  /** It is opened anew in other colours or another language: where it was, of which the server was asked. */
  const at = useRef<Options['at']>(null);
  const open = useCallback(
    (options: Omit<Options, 'at' | 'onMoved'>) =>
      openFleetMap({
        ...options,
        at: at.current,
        onMoved: (next) => {
          at.current = next;
        },
      }),
    [],
  );
  const { container, map, failed, reopen } = useMap(open);
  const marks = useMemo(
    () =>
      shown &&
      marksOf(shown, ahp, {
        device: ({ deviceName, status }) => `${deviceName} · ${t(`catalogue.statuses.${status}`)}`,
        cluster: (count, status) =>
          t('allMap.cluster', {
            count,
            number: formats.number(count),
            status: t(`catalogue.statuses.${status}`),
          }),
        number: formats.number,
      }),
    [shown, ahp, formats, t],
  );
  useEffect(() => {
    map?.listen({
      onView,
      onAll,
      onOpen(key) {
        const deviId = deviceOf(key);
        const cluster = shown?.clusters.find((each) => each.key === key);
        if (deviId !== null) onDevice(deviId);
        else if (cluster) onArea(cluster);
      },
    });
  }, [map, shown, onView, onAll, onDevice, onArea]);
  useEffect(() => {
    const more = (count: number) => t('allMap.moreHere', { count, number: formats.number(count) });
    if (marks) map?.show(marks, more);
  }, [map, marks, formats, t]);
  useEffect(() => {
    // After the marks, which are where the view has them.
    const places = [...moves.values()].map(({ deviId, posLati: latitude, posLong: longitude }) => ({
      ...{ key: deviceKey(deviId), latitude, longitude },
    }));
    if (marks) map?.move(places);
  }, [map, marks, moves]);
  useEffect(() => {
    const area = fits && shown && areaOf(shown);
    if (area) map?.fit(area);
  }, [map, shown, fits]);
  /** Once: neither another filter nor a map that is opened anew leads back to it. */
  const looked = useRef<FleetProps['target']>(null);
  useEffect(() => {
    if (target === null || target === looked.current || (map === null && !failed)) return;
    looked.current = target;
    map?.fit(target.area, true);
    if (failed) onView(lookedAtClosely(target.area));
  }, [map, failed, target, onView]);
  return (
    <section className={styles.frame} aria-label={t('allMap.mapLabel')} aria-busy={shown === undefined}>
      <div className={styles.map} ref={container} />
      <div className={styles.notes} role="status">
        {failed && <MapFailed text={t('allMap.mapFailed')} onRetry={reopen} />}
        {shown?.placed === 0 && <p>{t(shown.total === 0 ? 'allMap.noneFound' : 'allMap.nobodyPlaced')}</p>}
        {shown !== undefined && shown.leftOut > 0 && (
          <p>{t('allMap.leftOut', { count: shown.leftOut, number: formats.number(shown.leftOut) })}</p>
        )}
      </div>
    </section>
  );
}

/** Without a map to move: the area with each of its devices by itself. */
const lookedAtClosely = ({ west, south, east, north }: Area): View => ({
  ...{ west: west - narrow, south: south - narrow, east: east + narrow, north: north + narrow },
  zoom: 20,
});
/** Degrees: devices at one place have no area. */
const narrow = 0.0005;
