import { Alert, Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type AlarmKind, alarmKinds } from '@varde/catalogue/alarm-kinds';
import { mostReceivers } from '@varde/contract/event-setup-form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { SortableList } from '#kit/sortable/sortable-list.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import styles from './event-setup.module.css';
import { ListEndFields } from './list-end-fields.tsx';
import { ListPreview } from './list-preview.tsx';
import { PushOffer } from './push-offer.tsx';
import { openReceiverDialog } from './receiver-dialog.tsx';
import { ReceiverRow } from './receiver-row.tsx';
import {
  type ChangedList,
  type ListCalls,
  type ListDraft,
  type NotificationList,
  useListDraft,
} from './use-list-draft.ts';
import type { ListOwner } from './who.tsx';

interface ListEditorProps {
  list: NotificationList;
  /** The list belongs to the device or customer itself. */
  own: boolean;
  owner: ListOwner;
  calls: ListCalls;
  /** Below the list; told whether it has changes that are not saved. */
  tryOut?: (unsaved: boolean) => ReactNode;
  /** The alarms that receivers can be told of; all without it. */
  kinds?: readonly AlarmKind[] | undefined;
  /** Who gets an alarm after everybody on the list; null: nobody. */
  centre?: { firmName: string } | null | undefined;
  /** After the receivers. */
  last?: ReactNode;
  /** Whose list it is besides. */
  also?: ReactNode;
  /** Asks, before a changed list is saved, whose list it is to be besides. */
  askAlso?: ReactNode;
}

/** To whom alarms are told: where the list comes from, its receivers in order, and a preview in words. */
export function ListEditor({
  list,
  own,
  owner,
  calls,
  tryOut,
  kinds = alarmKinds,
  centre = null,
  last,
  also,
  askAlso,
}: ListEditorProps) {
  const { t } = useTranslation();
  const draft = useListDraft(list, own, owner, calls);
  const { rights, kinRights, unavailable, limited, region } = list;
  const choices = { kinds, owner, rights, kinRights, unavailable, limited, region };
  const { entries, editable, dirty, busy } = draft;
  const isFull = entries.length >= mostReceivers;
  async function onAdd() {
    const receiver = await openReceiverDialog(choices);
    if (receiver) draft.add(receiver);
  }
  async function onSave() {
    if (await draft.save()) notifyDone(t('eventSetup.saved'));
  }
  const faultsOf = (index: number) =>
    Object.entries(draft.errors).flatMap(([path, text]) => (path.startsWith(`receivers.${index}.`) ? [text] : []));
  return (
    <>
      <section className={styles.section} aria-label={t('eventSetup.receivers')}>
        <Source list={list} own={own} draft={draft} />
        {!dirty && also}
        <PushOffer receivers={list.receivers} />
        {entries.length > 0 ? (
          <SortableList keys={entries.map(({ key }) => key)} onMove={draft.move}>
            <ol className={styles.rows}>
              {entries.map(({ key, receiver }, index) => (
                <ReceiverRow
                  key={key}
                  id={key}
                  receiver={receiver}
                  unavailable={unavailable}
                  faults={faultsOf(index)}
                  isFollowed={index < entries.length - 1 || centre !== null || draft.further.length > 0}
                  onAsk={editable && !dirty ? () => calls.ask(Number(key)) : null}
                  edit={
                    editable
                      ? {
                          isFirst: index === 0,
                          isLast: index === entries.length - 1,
                          onMove: (by) => draft.move(index, index + by),
                          onEdit: async () => {
                            const changed = await openReceiverDialog(choices, receiver);
                            if (changed) draft.replace(key, changed);
                          },
                          onRemove: () => draft.drop(key),
                        }
                      : null
                  }
                />
              ))}
            </ol>
          </SortableList>
        ) : (
          <p className={styles.dim}>{t('eventSetup.empty')}</p>
        )}
        {editable && (
          <Group gap="xs">
            <SteadyButton
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={isFull}
              onClick={() => void onAdd()}
            >
              {t('eventSetup.add')}
            </SteadyButton>
            {isFull && <span className={styles.dim}>{t('eventSetup.full', { count: mostReceivers })}</span>}
          </Group>
        )}
        {editable && !limited && <ListEndFields draft={draft} />}
        {draft.changed && <ChangedElsewhere {...draft.changed} onReload={draft.reload} />}
        {dirty && askAlso}
        {dirty && (
          <Group gap="xs">
            <Button variant="default" onClick={draft.discard}>
              {t('common.cancel')}
            </Button>
            <SteadyButton loading={busy} onClick={() => void onSave()}>
              {t('common.save')}
            </SteadyButton>
          </Group>
        )}
        {draft.changed === null && <Failure text={draft.failure} />}
      </section>
      {last}
      <ListPreview
        heading={'deviId' in owner ? 'h2' : 'h3'}
        receivers={draft.receivers}
        end={draft.end}
        further={draft.further}
        unavailable={unavailable}
        kinds={kinds}
        centre={centre}
      />
      {tryOut?.(dirty)}
    </>
  );
}

/** Somebody else has saved the list meanwhile, or that of another device that was to be saved too. */
function ChangedElsewhere({ by, otherDevice, onReload }: ChangedList & { onReload: ListDraft['reload'] }) {
  const { t } = useTranslation();
  const title =
    otherDevice === null ? t('errors.listChanged') : t('eventSetup.household.changed', { name: otherDevice });
  return (
    <Alert color="yellow" role="alert" title={title}>
      <Group gap="xs">
        {by !== '' && <span>{t('eventSetup.changedBy', { name: by })}</span>}
        {otherDevice === null ? (
          <Button variant="default" size="xs" onClick={() => void onReload()}>
            {t('eventSetup.reload')}
          </Button>
        ) : (
          <span>{t('eventSetup.household.chooseAgain')}</span>
        )}
      </Group>
    </Alert>
  );
}

/** Where the list comes from, and the way to a list of its own and back. */
function Source({ list, own, draft }: Pick<ListEditorProps, 'list' | 'own'> & { draft: ListDraft }) {
  const { t } = useTranslation();
  const { source, mayEdit } = list;
  const inherited =
    source.kind === 'customer' ? t('eventSetup.inherited', { name: source.customerName }) : t('eventSetup.noList');
  async function onBack() {
    const sure = await confirm({
      title: t('eventSetup.backTitle'),
      body: t('eventSetup.backBody'),
      cancel: t('common.cancel'),
      proceed: t('eventSetup.back'),
      destructive: true,
    });
    if (sure && (await draft.remove())) notifyDone(t('eventSetup.removed'));
  }
  return (
    <Group justify="space-between" gap="xs">
      <strong>{own || draft.dirty ? t('eventSetup.own') : inherited}</strong>
      {mayEdit && !draft.dirty && (
        <SteadyButton
          variant="default"
          size="xs"
          loading={draft.busy}
          onClick={() => (own ? void onBack() : draft.begin())}
        >
          {t(own ? 'eventSetup.back' : 'eventSetup.makeOwn')}
        </SteadyButton>
      )}
    </Group>
  );
}
