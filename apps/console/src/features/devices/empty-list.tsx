import { Button } from '@mantine/core';
import { IconDevices, IconFilter, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { useFormats } from '#kit/use-formats.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import { countFilters, type DeviceListFilter } from './arrange-devices.ts';

interface EmptyListProps {
  filter: DeviceListFilter;
  onClear: (search: string | undefined) => void;
}

/** Why the list is empty: no devices, a search that finds none, or filters that hide all. */
export function EmptyList({ filter, onClear }: EmptyListProps) {
  const { t } = useTranslation();
  const search = filter.search || undefined;
  const isFiltered = countFilters(filter) > 0;
  const formats = useFormats();
  const unfiltered = useQuery({
    queryKey: ['devicesWithoutFilters', search],
    queryFn: ({ signal }) => call('listDevices', { query: { limit: 1, search } }, { signal }),
    enabled: isFiltered,
  });
  if (isFiltered && unfiltered.isPending) return null;
  const hidden = unfiltered.data?.total ? unfiltered.data : undefined;
  if (isFiltered && hidden)
    return (
      <StatePanel
        role="status"
        icon={<IconFilter size={26} />}
        title={hiddenText(t, hidden, search, formats.number)}
        body={t('emptyList.hiddenHelp')}
        action={
          <Button variant="default" onClick={() => onClear(search)}>
            {t('emptyList.showAll')}
          </Button>
        }
      />
    );
  if (isFiltered || search)
    return (
      <StatePanel
        role="status"
        icon={<IconSearchOff size={26} />}
        title={t('emptyList.noMatch')}
        body={t('emptyList.noMatchHelp')}
        action={
          <Button variant="default" onClick={() => onClear(undefined)}>
            {t('emptyList.showAll')}
          </Button>
        }
      />
    );
  return (
    <StatePanel
      role="status"
      icon={<IconDevices size={26} />}
      title={t('emptyList.noDevices')}
      body={t('emptyList.noDevicesHelp')}
    />
  );
}

type Hidden = Pick<Output<'listDevices'>, 'total' | 'totalIsLowerBound'>;

/** With their number, which the server does not count for a search. */
function hiddenText(
  t: TFunction,
  { total, totalIsLowerBound }: Hidden,
  search: string | undefined,
  format: (number: number) => string,
): string {
  if (search !== undefined) return t('emptyList.hiddenHits', { search });
  const values = { count: total ?? 0, number: format(total ?? 0) };
  return totalIsLowerBound ? t('emptyList.hiddenAtLeast', values) : t('emptyList.hidden', values);
}
