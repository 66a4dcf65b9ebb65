import { Button, Skeleton } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { logFilterKeys } from '@varde/catalogue/log-filters';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { PositionsNotice } from '#domain/positions/positions-notice.tsx';
import { usePositionsNotice } from '#domain/positions/use-positions-notice.ts';
import { MultiChoice } from '#kit/form/multi-choice.tsx';
import { SearchInput } from '#kit/form/search-input.tsx';
import type { Area, View } from '#kit/map/fleet-map.ts';
import { PageTitle } from '#kit/page-title.tsx';
import { LoadFailed } from '#kit/state/load-failed.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import page from '../map/device-page.module.css';
import styles from './all-devices.module.css';
import { AllLog } from './all-log.tsx';
import { InView } from './in-view.tsx';
import { listFiltersIn, type MapChoice, queryOf, warningsOf } from './map-choice.ts';
import { useMapMoves } from './use-map-moves.ts';
import { useMapView } from './use-map-view.ts';

/** The map library is fetched only for pages with a map. */
const Fleet = lazyPart(
  async () => (await import('./fleet.tsx')).Fleet,
  MapFailed,
  <Skeleton className={page.mapSkeleton} />,
);

interface AllDevicesPageProps {
  choice: MapChoice;
  onChoice: (choice: MapChoice) => void;
}

/** All devices on one map, and their log. */
export function AllDevicesPage({ choice, onChoice }: AllDevicesPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const notice = usePositionsNotice();
  const [target, setTarget] = useState<{ area: Area } | null>(null);
  const { view, setView, showAll } = useView(choice);
  const { shown, error, refetch, isPlaceholderData } = useMapView(choice, view, notice.seen);
  const moves = useMapMoves(shown, refetch);
  const onDevice = useCallback(
    (deviId: number) => void navigate({ to: '/mapsingle/$deviId', params: { deviId: String(deviId) } }),
    [navigate],
  );
  const onArea = useCallback((area: Area) => setTarget({ area }), []);
  const failure = notice.error ?? error;
  return (
    <div className={`${page.page} ${styles.all}`}>
      <PageTitle text={t('allMap.title')} />
      <Heading {...{ shown, choice }} />
      <Tools choice={choice} onChoice={onChoice} />
      {notice.asks && <PositionsNotice onConfirm={(kept) => void notice.confirm(kept)} />}
      {failure && <ErrorState error={failure} onRetry={notice.error ? notice.refetch : refetch} />}
      {(shown || !failure) && (
        <>
          {!shown && <p role="status">{t('deviceLog.initialising')}</p>}
          <Fleet
            {...{ shown, moves, target, onDevice, onArea }}
            fits={view === null && shown?.of === null && !isPlaceholderData}
            onView={setView}
            onAll={showAll}
          />
        </>
      )}
      {shown && <InView {...{ shown, moves, onArea }} />}
      {notice.seen && <Log choice={choice} />}
    </div>
  );
}

/** What is looked at; null once something else is chosen: then it is where that is. */
function useView(choice: MapChoice) {
  const asked = JSON.stringify(queryOf(choice));
  const [looked, setLooked] = useState<{ asked: string; view: View } | null>(null);
  const setView = useCallback((view: View) => setLooked({ asked, view }), [asked]);
  const showAll = useCallback(() => setLooked(null), []);
  return { view: looked?.asked === asked ? looked.view : null, setView, showAll };
}

interface HeadingProps {
  shown: { total: number; placed: number } | undefined;
  choice: MapChoice;
}

function Heading({ shown, choice }: HeadingProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const counted = (count: number) => ({ count, number: formats.number(count) });
  return (
    <div className={styles.heading}>
      <h1>{t('allMap.title')}</h1>
      <p aria-live="polite">
        {shown && <span>{t('devices.count', counted(shown.total))}</span>}
        {shown && shown.placed < shown.total && (
          <Unplaced text={t('allMap.unplaced', counted(shown.total - shown.placed))} choice={choice} />
        )}
      </p>
    </div>
  );
}

/** Leads to the list of them, unless they are chosen by warnings, which the list cannot. */
function Unplaced({ text, choice }: { text: string; choice: MapChoice }) {
  const { filters: _, search, ...listed } = choice;
  if (warningsOf(choice).length > 0) return <span>{text}</span>;
  return (
    <ListLink words={search} listed={{ ...listed, unplaced: 1 }}>
      {text}
    </ListLink>
  );
}

interface ListLinkProps {
  words: string | undefined;
  listed: Omit<MapChoice, 'search' | 'filters'>;
  className?: string;
  children: ReactNode;
}

/** To the device list with these words and filters. */
function ListLink({ words, listed, ...link }: ListLinkProps) {
  return words ? (
    <Link {...link} to="/vardes/search={$serial}" params={{ serial: words }} search={listed} />
  ) : (
    <Link {...link} to="/vardes" search={listed} />
  );
}

/** Search, the filter by warnings, and what the filters of the list leave. */
function Tools({ choice, onChoice }: AllDevicesPageProps) {
  const { t } = useTranslation();
  const { search, filters, ...listed } = choice;
  const count = listFiltersIn(choice);
  return (
    <div className={styles.tools}>
      <SearchInput
        label={t('devices.search')}
        placeholder={t('devices.searchPlaceholder')}
        shortcut
        value={search ?? ''}
        onChange={(words) => onChoice({ ...choice, search: words || undefined })}
      />
      <MultiChoice
        label={t('deviceLog.filter')}
        none={t('allMap.all')}
        choices={logFilterKeys.map((value) => ({ value, text: t(`deviceLog.filters.${value}`) }))}
        chosen={warningsOf(choice)}
        onChange={(chosen) => onChoice({ ...choice, filters: chosen.join(',') || undefined })}
      />
      {count > 0 && (
        <Button variant="subtle" onClick={() => onChoice({ search, filters })}>
          {t('allMap.removeListFilters', { count })}
        </Button>
      )}
      <Button variant="default" renderRoot={(props) => <ListLink {...props} words={search} listed={listed} />}>
        {t('allMap.showList')}
      </Button>
    </div>
  );
}

/** Trackers have no log. */
function Log({ choice }: { choice: MapChoice }) {
  const { abilities } = useSession();
  return abilities.includes('trackerOnly') ? null : <AllLog choice={choice} />;
}

function MapFailed({ onRetry }: { onRetry: () => Promise<boolean> }) {
  const { t } = useTranslation();
  return <LoadFailed title={t('deviceLog.mapNotLoaded')} onRetry={onRetry} />;
}
