import { Link } from '@tanstack/react-router';
import { statusByKey, statusColour } from '@varde/catalogue/statuses';
import type { MapCluster, MapView } from '@varde/contract/map';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { colourStyle, StatusCell } from '#domain/status/status-cell.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import type { Area } from '#kit/map/fleet-map.ts';
import { useKeptFocus } from '#kit/steady/use-kept-focus.ts';
import rowStyles from '#kit/table/rows.module.css';
import { useFormats } from '#kit/use-formats.ts';
import log from '../map/device-page.module.css';
import styles from './all-devices.module.css';
import type { Moves } from './use-map-moves.ts';

/** Rows that are shown at first, and by each press. */
const pageSize = 25;

interface InViewProps {
  shown: MapView;
  /** Since then. */
  moves: Moves;
  onArea: (area: Area) => void;
}

/** What the map shows, most urgent first, for the keyboard and for screen readers. */
export function InView({ shown, moves, onArea }: InViewProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const ahp = useSession().context === 'AHP';
  const [limit, setLimit] = useState(pageSize);
  const section = useRef<HTMLElement>(null);
  useKeptFocus(section); // the row of a cluster goes when that is looked at closely
  const { positions, devices, clusters } = shown;
  const rows = positions.length + clusters.length;
  if (rows === 0) return null;
  const serials = new Map(devices.map(({ id, serialNumber }) => [id, serialNumber]));
  return (
    <section ref={section} tabIndex={-1} aria-label={t('allMap.inView')}>
      <h2 className={log.logTitle}>{t('allMap.inView')}</h2>
      <div className={`${rowStyles.frame} ${log.log}`}>
        <table className={`${rowStyles.table} ${styles.inView}`}>
          <thead>
            <tr>
              <th scope="col">{t('allMap.columns.status')}</th>
              <th scope="col">{t('allMap.columns.name')}</th>
              <th scope="col" data-fold="">
                {t('allMap.columns.serial')}
              </th>
              <th scope="col" data-fold="">
                {t('deviceLog.lastServerContact')}
              </th>
              <th scope="col">{t('deviceLog.lastValidPosition')}</th>
            </tr>
          </thead>
          <tbody>
            {positions.slice(0, limit).map((position) => (
              <tr key={position.deviId}>
                <td>
                  <StatusCell device={position} ahp={ahp} />
                </td>
                <td>
                  <Link to="/mapsingle/$deviId" params={{ deviId: String(position.deviId) }} className={styles.link}>
                    {position.deviceName}
                  </Link>
                </td>
                <td data-fold="">{serials.get(position.deviId)}</td>
                <td data-fold="">{position.lastMsgIn === null ? t('common.none') : formats.row(position.lastMsgIn)}</td>
                <td>
                  {position.drawMarker
                    ? formats.row(moves.get(position.deviId)?.posTime ?? position.posTime)
                    : t('allMap.nowhere')}
                </td>
              </tr>
            ))}
            {clusters.slice(0, Math.max(0, limit - positions.length)).map((cluster) => (
              <ClusterRow key={cluster.key} cluster={cluster} ahp={ahp} onArea={onArea} />
            ))}
          </tbody>
        </table>
        {rows > limit && (
          <div className={log.more}>
            <SteadyButton variant="default" size="xs" onClick={() => setLimit(limit + pageSize)}>
              {t('deviceLog.loadMore')}
            </SteadyButton>
          </div>
        )}
      </div>
    </section>
  );
}

function ClusterRow({ cluster, ahp, onArea }: { cluster: MapCluster; ahp: boolean; onArea: InViewProps['onArea'] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { count } = cluster;
  const status = t(`catalogue.statuses.${cluster.status}`);
  const colour = statusColour(statusByKey(cluster.status), { ahp, escalated: false });
  const words = { count, number: formats.number(count), status };
  return (
    <tr>
      <td style={colourStyle(colour)}>
        <span className={styles.worst}>{status}</span>
      </td>
      <td colSpan={4}>
        <button type="button" className={styles.link} onClick={() => onArea(cluster)}>
          {t('allMap.openCluster', words)}
        </button>
      </td>
    </tr>
  );
}
