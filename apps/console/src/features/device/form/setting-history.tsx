import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingValue } from '@varde/catalogue/settings/types';
import type { ChangedSettings } from '@varde/contract/settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pagesQuery } from '#data/api/pages-query.ts';
import { CommandState } from '#domain/device/command-state.tsx';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { settingLabel, settingValueText } from '#domain/settings/setting-texts.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { MoreButton } from '#kit/form/more-button.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from './setting-history.module.css';

interface HistoryProps {
  deviId: number;
  /** The settings that the user sees, of every tab. */
  definitions: readonly KnownSetting[];
}

/** Opens who changed the settings of a device; it is fetched then. */
export function HistoryButton(props: HistoryProps) {
  const { t } = useTranslation();
  const open = () =>
    openDialog<void>({ title: t('settingsPage.history.title'), content: () => <SettingHistory {...props} /> });
  return (
    <Button
      variant="subtle"
      size="xs"
      className={styles.button}
      leftSection={<IconHistory size={16} aria-hidden />}
      onClick={() => void open()}
    >
      {t('settingsPage.history.open')}
    </Button>
  );
}

/** The changes of settings, newest first, of all or of one. */
function SettingHistory({ deviId, definitions }: HistoryProps) {
  const { t } = useTranslation();
  const [key, setKey] = useState('');
  const query = key === '' ? { limit: 50 } : { key, limit: 50 };
  const list = useInfiniteQuery({ ...pagesQuery('listSettingChanges', { params: { deviId }, query }), gcTime: 0 });
  const entries = list.data?.pages.flatMap((page) => page.entries);
  return (
    <div className={styles.history}>
      <NativeSelect
        label={t('settingsPage.history.setting')}
        value={key}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
        data={[
          { value: '', label: t('settingsPage.history.all') },
          ...definitions.map((each) => ({ value: each.key as string, label: settingLabel(t, each.key) })),
        ]}
      />
      {list.isError && !entries && <ErrorState error={list.error} onRetry={list.refetch} />}
      {!entries && !list.isError && <Skeleton height={160} />}
      {entries?.length === 0 && <p className={styles.dim}>{t('settingsPage.history.none')}</p>}
      {entries && entries.length > 0 && (
        <ul className={styles.entries} aria-label={t('settingsPage.history.title')}>
          {entries.map((entry) => (
            <Entry key={entry.auditId} entry={entry} definitions={definitions} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </div>
  );
}

interface EntryProps {
  entry: ChangedSettings;
  definitions: readonly KnownSetting[];
}

function Entry({ entry: { at, by, program, kept, changes }, definitions }: EntryProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const who = by ?? t('settingsPage.history.erased');
  return (
    <li>
      <p className={styles.who}>
        {program === null ? who : t('settingsPage.history.byProgram', { who, program })}{' '}
        <time className={styles.dim} dateTime={new Date(at).toISOString()}>
          {formats.exact(at)}
        </time>
      </p>
      {kept && <p className={styles.dim}>{t('settingsPage.history.kept')}</p>}
      <ul className={styles.changes}>
        {changes.map((change) => (
          <Change
            key={change.key}
            at={at}
            change={change}
            definition={definitions.find((definition) => definition.key === change.key)}
          />
        ))}
      </ul>
    </li>
  );
}

interface ChangeProps {
  /** When it was made. */
  at: number;
  change: ChangedSettings['changes'][number];
  definition: KnownSetting | undefined;
}

function Change({ at, change: { key, from, to, delivery }, definition }: ChangeProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = (value: SettingValue | null) => {
    if (value === null) return t('settingsPage.history.noValue');
    return definition === undefined ? String(value) : settingValueText(t, definition, value);
  };
  return (
    <li>
      <span>
        {t('settingsPage.history.change', { setting: settingLabel(t, key), from: words(from), to: words(to) })}
      </span>
      {delivery && (
        <span className={styles.delivery}>
          {delivery.sentAt !== null && delivery.endedAt !== null && (
            <span>{t('settingsPage.history.sent', { time: formats.exact(delivery.sentAt) })}</span>
          )}
          <CommandState
            state={delivery.state}
            reason={delivery.reason}
            at={delivery.endedAt ?? delivery.sentAt ?? at}
          />
        </span>
      )}
    </li>
  );
}
