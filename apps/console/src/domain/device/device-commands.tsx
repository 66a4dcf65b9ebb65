import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { deviceActions } from '@varde/catalogue/device-actions';
import type { ActionCommand } from '@varde/contract/commands';
import type { ListedDevice } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { useSubmit } from '../errors/use-submit.ts';
import { CommandState } from './command-state.tsx';
import styles from './device-header.module.css';

/** A tab of the device shows how they go on. */
const inTabs: ReadonlySet<string> = new Set(
  deviceActions.filter(({ offered }) => offered === 'inTab').map(({ key }) => key),
);

/** State of the latest commands of a device. Its row is there before they are, so that nothing below it moves. */
export function DeviceCommands({ device: { deviId, actions } }: { device: ListedDevice }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...apiQuery('listCommands', { params: { deviId } }),
    enabled: actions.length > 0,
  });
  const commands = data?.commands.filter(({ action }) => !inTabs.has(action)) ?? [];
  if (actions.length === 0 && commands.length === 0) return null;
  return (
    <ul className={styles.commands} aria-label={t('commandStates.recent')} aria-live="polite">
      {commands.map((command) => (
        <li key={command.commandId}>
          <span>{t(`actions.names.${command.action}`)}</span> <CommandState {...command} />
          {command.abilities.includes('cancel') && <Cancel deviId={deviId} command={command} />}
        </li>
      ))}
    </ul>
  );
}

function Cancel({ deviId, command }: { deviId: number; command: ActionCommand }) {
  const { t } = useTranslation();
  const { submit, busy, failure } = useSubmit();
  const { commandId, action } = command;
  const name = t('actions.cancel', { action: t(`actions.names.${action}`) });
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={busy}
        aria-label={name}
        onClick={() => void submit(() => call('cancelCommand', { params: { deviId, commandId } }))}
      >
        {t('common.cancel')}
      </Button>
      {failure && <span role="alert">{failure}</span>}
    </>
  );
}
