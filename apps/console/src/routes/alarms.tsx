import { createRoute, useNavigate } from '@tanstack/react-router';
import { AlarmsPage } from '#features/alarms/alarms-page.tsx';
import { readAnswerFilter, readHistoryFilter } from '#features/alarms/history-filter.ts';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

/** Part of the first load, so that alarms are shown here even if the network fails later. */
export const alarmsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alarms',
  component: AlarmsPage,
});

const HistoryPage = lazyPage(
  async () => (await withAdministrationTexts(() => import('#features/alarms/history-page.tsx'))).HistoryPage,
);

/** The history of alarms; its filter is in the address. */
export const alarmHistoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alarms/history',
  validateSearch: readHistoryFilter,
  component: AlarmHistoryRoute,
});

function AlarmHistoryRoute() {
  const navigate = useNavigate({ from: alarmHistoryRoute.fullPath });
  return (
    <HistoryPage
      filter={alarmHistoryRoute.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true })}
    />
  );
}

const AnswerTimesPage = lazyPage(
  async () => (await withAdministrationTexts(() => import('#features/alarms/answer-times-page.tsx'))).AnswerTimesPage,
);

/** How soon alarms were taken; the period is in the address. */
export const answerTimesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alarms/answer_times',
  validateSearch: readAnswerFilter,
  component: AnswerTimesRoute,
});

function AnswerTimesRoute() {
  const navigate = useNavigate({ from: answerTimesRoute.fullPath });
  return (
    <AnswerTimesPage
      filter={answerTimesRoute.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true })}
    />
  );
}

const AlarmPage = lazyPage(
  async () => (await withAdministrationTexts(() => import('#features/alarms/alarm-page.tsx'))).AlarmPage,
);

export const alarmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alarms/$alarmId',
  component: AlarmRoute,
});

function AlarmRoute() {
  const { alarmId } = alarmRoute.useParams();
  return <AlarmPage key={alarmId} alarmId={Number(alarmId)} />;
}
