import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DeviceActionKey, deviceActions } from '@varde/catalogue/device-actions';
import { hasWords } from '@varde/catalogue/name-order';
import type { ListedDevice } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { commandIcons, type DeviceAction, deviceActionList } from '#domain/device/device-action-list.ts';
import { dangerousLast, startsDangerous } from '#kit/actions/dangerous-last.ts';
import { useOneAtATime } from '#kit/steady/use-one-at-a-time.ts';
import { isAnswerAwaited } from './palette-choice.ts';
import { ActionEntry, AwaitedEntries, DeviceEntry, go, mostFound, PaletteGroup, typingMs } from './palette-parts.tsx';

/** Of so many devices, the most urgent ones first, it is known which commands they offer. */
const known = 200;

/** With a key of its own: the list of devices asks for the same, and keeps it in pages. */
const devicesQuery = (search: string) => ({
  ...apiQuery('listDevices', { query: { limit: known, ...(search === '' ? {} : { search }) } }),
  queryKey: ['devicesWithCommands', search],
});

const offered = (device: ListedDevice, command: DeviceActionKey): DeviceAction | undefined =>
  deviceActionList(device).find(({ key, visible }) => key === command && visible);

const commands = dangerousLast(
  deviceActions.map(({ key, confirmation }) => ({
    key,
    icon: commandIcons[key],
    dangerous: confirmation === 'dangerous',
  })),
);

interface CommandEntriesProps {
  query: string;
  onCommand: (command: DeviceActionKey) => void;
}

/** The commands with this name that some device offers; the device is chosen afterwards. */
export function CommandEntries({ query, onCommand }: CommandEntriesProps) {
  const { t } = useTranslation();
  const named = commands.filter(({ key }) => query.trim() && hasWords(t(`actions.names.${key}`), query));
  const answer = useQuery({ ...devicesQuery(''), enabled: named.length > 0 });
  const shown = named.filter(({ key }) => answer.data?.devices.some((device) => offered(device, key)));
  return (
    <>
      <AwaitedEntries when={isAnswerAwaited(answer)} />
      <PaletteGroup label={t('palette.commands')}>
        {shown.map(({ key, icon, dangerous }, at) => (
          <ActionEntry
            key={key}
            name={t(`actions.names.${key}`)}
            {...{ icon, dangerous }}
            apart={startsDangerous(shown, at)}
            staysOpen
            onOpen={() => onCommand(key)}
          />
        ))}
      </PaletteGroup>
    </>
  );
}

/** The devices that offer the chosen command: pressing one performs it, with the same question as everywhere. */
export function CommandTargets({ command, query }: { command: DeviceActionKey; query: string }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const oneAtATime = useOneAtATime();
  const [search] = useDebouncedValue(query.trim(), typingMs);
  const answer = useQuery({ ...devicesQuery(search), placeholderData: keepPreviousData });
  const targets = (answer.data?.devices ?? []).flatMap((device) => {
    const action = offered(device, command);
    return action ? [{ device, action }] : [];
  });
  return (
    <>
      <AwaitedEntries when={search !== query.trim() || isAnswerAwaited(answer)} />
      <PaletteGroup label={t(`actions.names.${command}`)}>
        {targets.slice(0, mostFound).map(({ device, action: { perform } }) => (
          <DeviceEntry
            key={device.deviId}
            device={device}
            onOpen={() =>
              typeof perform === 'string' ? go(perform) : void oneAtATime(() => perform(cache), device.deviId)
            }
          />
        ))}
      </PaletteGroup>
    </>
  );
}
