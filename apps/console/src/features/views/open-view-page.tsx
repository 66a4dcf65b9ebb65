import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { alarmFilters } from '@varde/catalogue/alarm-filters';
import { possibleStatuses } from '@varde/catalogue/possible-statuses';
import { ApiError } from '#data/api/api-error.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { LoadState } from '#domain/errors/load-state.tsx';

/** Opens the device list with a saved view. */
export function OpenViewPage({ viewId }: { viewId: number }) {
  const { data, error, refetch } = useQuery(apiQuery('listViews', {}));
  if (!data) return <LoadState error={error} onRetry={refetch} height={240} />;
  const content = data.views.find((view) => view.viewId === viewId)?.content;
  if (content === undefined) return <ErrorState error={new ApiError('notFound')} onRetry={refetch} />;
  const { filter, sort, columns } = content;
  const search = {
    ...filter,
    status: possibleStatuses.find((key) => key === filter.status),
    filter: alarmFilters.find(({ key }) => key === filter.filter)?.key,
    sort,
    columns: columns.join(),
  };
  return <Navigate to="/vardes" search={search} replace />;
}
