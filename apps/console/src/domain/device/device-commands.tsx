import { Button, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { deviceActions } from '@varde/catalogue/device-actions';
import type { ActionCommand } from '@varde/contract/commands';
import type { ListedDevice } from '@varde/contract/devices';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { useKeptFocus } from '#kit/steady/use-kept-focus.ts';
import { useOneAtATime } from '#kit/steady/use-one-at-a-time.ts';
import { notifyError } from '../errors/notify-error.ts';
import { CommandState } from './command-state.tsx';
import styles from './device-commands.module.css';

/** A tab of the device shows how they go on. */
const inTabs: ReadonlySet<string> = new Set(
  deviceActions.filter(({ offered }) => offered === 'inTab').map(({ key }) => key),
);

/**
 * State of the latest commands of a device: one line once there are any, with the command whose state is the newest, and
 * the others behind a button. Its list is there before, so that the first one is announced.
 */
export function DeviceCommands({ device: { deviId, actions } }: { device: ListedDevice }) {
  const { t } = useTranslation();
  const strip = useRef<HTMLDivElement>(null);
  useKeptFocus(strip);
  const { data } = useQuery({
    ...apiQuery('listCommands', { params: { deviId } }),
    enabled: actions.length > 0,
  });
  const commands = (data?.commands ?? [])
    .filter(({ action }) => !inTabs.has(action))
    .toSorted((one, other) => other.at - one.at);
  const [newest] = commands;
  if (actions.length === 0 && newest === undefined) return null;
  return (
    <div className={styles.strip} ref={strip} tabIndex={-1}>
      <ul className={styles.newest} aria-label={t('commandStates.recent')} aria-live="polite">
        {newest && (
          <li key={newest.commandId}>
            <NameAndState command={newest} />
          </li>
        )}
      </ul>
      {newest && <Cancel key={newest.commandId} deviId={deviId} command={newest} />}
      {newest && <AllCommands deviId={deviId} commands={commands} />}
    </div>
  );
}

function AllCommands({ deviId, commands }: { deviId: number; commands: readonly ActionCommand[] }) {
  const { t } = useTranslation();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list);
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          className={styles.button}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('commandStates.showAll', { count: commands.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={id}>
        <h2 className={styles.title} id={id}>
          {t('commandStates.recent')}
        </h2>
        <ul className={styles.all} ref={list} tabIndex={-1}>
          {commands.map((command) => (
            <li key={command.commandId}>
              <NameAndState command={command} />
              <Cancel deviId={deviId} command={command} />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function NameAndState({ command }: { command: ActionCommand }) {
  const { t } = useTranslation();
  return (
    <>
      <span>{t(`actions.names.${command.action}`)}</span> <CommandState {...command} />
    </>
  );
}

/** Only where the command can still be cancelled. */
function Cancel({ deviId, command }: { deviId: number; command: ActionCommand }) {
  const { t } = useTranslation();
  const oneAtATime = useOneAtATime();
  const { commandId, action, abilities } = command;
  if (!abilities.includes('cancel')) return null;
  const cancel = () => call('cancelCommand', { params: { deviId, commandId } }).catch(notifyError);
  return (
    <Button
      size="compact-xs"
      variant="default"
      className={styles.button}
      aria-label={t('actions.cancel', { action: t(`actions.names.${action}`) })}
      onClick={() => void oneAtATime(cancel)}
    >
      {t('common.cancel')}
    </Button>
  );
}
