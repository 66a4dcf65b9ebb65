import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SavedView, ViewContent } from '@varde/contract/saved-views';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { useSession } from '#data/session.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { notifyError } from '#domain/errors/notify-error.ts';
import danger from '#kit/actions/danger.module.css';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { notifyUndo } from '#kit/dialogs/notify-undo.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { useOneAtATime } from '#kit/steady/use-one-at-a-time.ts';
import type { DeviceListFilter } from './arrange-devices.ts';
import { columnsOf } from './chosen-columns.ts';
import { ViewForm } from './view-form.tsx';
import styles from './view-panel.module.css';

/** The saved views of the device list by name, each with a link. */
export function SavedViews({ filter: given }: { filter: DeviceListFilter }) {
  const { search: _, sort = 'default', columns, ...filter } = given;
  const { t } = useTranslation();
  const cache = useQueryClient();
  const trackerOnly = useSession().abilities.includes('trackerOnly');
  const views = apiQuery('listViews', {});
  const { data, error, refetch } = useQuery(views);
  const shown: ViewContent = { filter, sort, columns: columnsOf(columns) };
  const edit = async (view: SavedView | null) => {
    await openDialog<void>({
      title: t(view === null ? 'views.save' : 'views.change'),
      content: (close) => (
        <ViewForm view={view} shown={shown} mayShare={data?.mayShare ?? false} onDone={() => close()} />
      ),
    });
    await cache.invalidateQueries(views);
  };
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <section aria-label={t('views.title')}>
      <h2 className={styles.heading}>{t('views.title')}</h2>
      {data?.views.length === 0 && <Text size="sm">{t('views.none')}</Text>}
      <ul className={styles.choices}>
        {data?.views.map((view) => (
          <li key={view.viewId}>
            <Anchor component={Link} to={`/views/${view.viewId}`} size="sm">
              {view.name}
            </Anchor>
            {view.sharedWith && (
              <Text span size="xs" c="dimmed">
                {t('views.sharedWith', { customer: view.sharedWith.firmName })}
              </Text>
            )}
            {view.abilities.includes('change') && (
              <ChangeButtons view={view} onEdit={() => void edit(view)} onChanged={refetch} />
            )}
          </li>
        ))}
      </ul>
      {/* Only the answer says whether the user may share. */}
      {!trackerOnly && (
        <Button variant="default" size="xs" disabled={data === undefined} onClick={() => void edit(null)}>
          {t('views.save')}
        </Button>
      )}
    </section>
  );
}

interface ChangeButtonsProps {
  view: SavedView;
  onEdit: () => void;
  onChanged: () => void;
}

function ChangeButtons({ view, onEdit, onChanged }: ChangeButtonsProps) {
  const { viewId, name, content } = view;
  const { t } = useTranslation();
  const oneAtATime = useOneAtATime();
  const saveAgain = async () => {
    await call('createView', { body: { name, custId: null, content } }).catch(notifyError);
    onChanged();
  };
  const remove = async () => {
    // Of a shared view others lose their link to it.
    if (view.sharedWith !== null && !(await isSure())) return;
    try {
      await call('deleteView', { params: { viewId } });
      if (view.sharedWith === null) notifyUndo(t('views.deleted', { name }), saveAgain);
    } catch (error) {
      notifyError(error);
    }
    onChanged();
  };
  const isSure = () =>
    confirm({
      title: t('views.delete'),
      body: t('views.deleteBody', { name }),
      cancel: t('common.cancel'),
      proceed: t('views.delete'),
      destructive: true,
    });
  return (
    <Group gap={4}>
      <Button variant="subtle" size="compact-xs" aria-label={t('views.changeOf', { name })} onClick={onEdit}>
        {t('views.changeShort')}
      </Button>
      <Button
        variant="subtle"
        size="compact-xs"
        className={danger.danger}
        aria-label={t('views.deleteOf', { name })}
        onClick={() => void oneAtATime(remove)}
      >
        {t('views.deleteShort')}
      </Button>
    </Group>
  );
}
