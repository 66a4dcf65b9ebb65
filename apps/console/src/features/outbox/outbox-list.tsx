import { Alert } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import type { ReceiverChannel } from '@varde/contract/event-setup-form';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadState } from '#domain/errors/load-state.tsx';
import { MoreButton } from '#kit/form/more-button.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { type OutboxRow, OutboxTable } from './outbox-table.tsx';

interface OutboxListProps {
  channel: ReceiverChannel;
  list: ComponentProps<typeof MoreButton>['list'] & {
    isSuccess: boolean;
    error: Error | null;
    refetch: () => unknown;
  };
  rows: OutboxRow[];
  /** Nothing delivers them. */
  readable: boolean;
}

/** The messages of a channel, and what is missing for them to leave. */
export function OutboxList({ channel, list, rows, readable }: OutboxListProps) {
  const { t } = useTranslation();
  if (!list.isSuccess) return <LoadState error={list.error} onRetry={list.refetch} height={200} />;
  return (
    <>
      {readable && (
        <Alert variant="default" icon={<IconMail size={18} aria-hidden />}>
          {t(`outbox.noProvider.${channel}`)}
        </Alert>
      )}
      {rows.length === 0 ? (
        <StatePanel
          icon={<IconMail size={26} />}
          title={t(`outbox.none.${channel}`)}
          body={t(`outbox.noneHelp.${channel}`)}
        />
      ) : (
        <OutboxTable rows={rows} readable={readable} />
      )}
      <MoreButton list={list} />
    </>
  );
}
