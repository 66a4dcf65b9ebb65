import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconArrowRight, IconSearch, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import type { DeviceActionKey } from '@varde/catalogue/device-actions';
import { hasWords } from '@varde/catalogue/name-order';
import type { ListedDevice } from '@varde/contract/devices';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { deviceQuery } from '#data/live/device-query.ts';
import { useSession } from '#data/session.ts';
import { clonePage } from '#domain/device/device-action-list.ts';
import { useDeviceActions } from '#domain/device/use-device-actions.ts';
import { dangerousLast, startsDangerous } from '#kit/actions/dangerous-last.ts';
import { useOneAtATime } from '#kit/steady/use-one-at-a-time.ts';
import styles from './command-palette.module.css';
import { deviceOfPath } from './device-of-path.ts';
import { CommandEntries, CommandTargets } from './palette-commands.tsx';
import { palettePages } from './palette-pages.ts';
import {
  ActionEntry,
  DeviceEntry,
  go,
  HardwareIcon,
  mostFound,
  PaletteGroup,
  typingMs,
} from './palette-parts.tsx';
import '@mantine/spotlight/styles.layer.css';

/**
 * Search for devices, people, pages and commands; a chosen device shows its actions, and a chosen command the devices
 * that offer it. Opens whenever `timesOpened` increases.
 */
export function CommandPalette({ timesOpened }: { timesOpened: number }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<ListedDevice | null>(null);
  const [command, setCommand] = useState<DeviceActionKey | null>(null);
  const current = useCurrentDevice();
  const device = chosen ?? (command === null ? current : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new number is a new wish to open it
  useEffect(() => spotlight.open(), [timesOpened]);

  function choose(found: { device?: ListedDevice; command?: DeviceActionKey }): void {
    setChosen(found.device ?? null);
    setCommand(found.command ?? null);
    setQuery('');
  }
  function goBack({ key }: KeyboardEvent): void {
    if (key === 'Backspace' && query === '') choose({});
  }
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      onSpotlightClose={() => choose({})}
      // Open alarms stay legible behind it.
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      scrollable
      maxHeight="min(60dvh, 480px)"
      attributes={{ content: { 'aria-label': t('shell.palette.open') } }}
    >
      <Spotlight.Search
        leftSection={<IconSearch size={18} aria-hidden />}
        {...searchTexts(t, chosen, command)}
        onKeyDown={goBack}
      />
      <Spotlight.ActionsList>
        {device && <DeviceEntries key={device.deviId} device={device} query={query} />}
        {command && <CommandTargets command={command} query={query} />}
        {chosen === null && command === null && (
          <>
            <FoundEntries query={query} onDevice={(found) => choose({ device: found })} />
            <CommandEntries query={query} onCommand={(key) => choose({ command: key })} />
          </>
        )}
        <p className={styles.nothing}>{t('shell.palette.nothing')}</p>
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Of the field: what can be searched for, or of what device or command something is chosen. */
function searchTexts(t: TFunction, chosen: ListedDevice | null, command: DeviceActionKey | null) {
  if (chosen)
    return {
      placeholder: t('shell.palette.find'),
      'aria-label': t('shell.palette.actionsOf', { name: chosen.deviceName }),
    };
  if (command)
    return {
      placeholder: t('shell.palette.findDevice'),
      'aria-label': t('shell.palette.devicesFor', { action: t(`actions.names.${command}`) }),
    };
  return { placeholder: t('shell.palette.placeholder'), 'aria-label': t('shell.palette.placeholder') };
}

/** The device whose page is open. */
function useCurrentDevice(): ListedDevice | null {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const deviId = deviceOfPath(path);
  const { data } = useQuery({ ...deviceQuery(deviId ?? 0), enabled: deviId !== null });
  return data ?? null;
}

function DeviceEntries({ device, query }: { device: ListedDevice; query: string }) {
  const { t } = useTranslation();
  const pages = useDeviceActions(device, 'header');
  const commands = useDeviceActions(device, 'menu');
  const oneAtATime = useOneAtATime();
  const shown = dangerousLast(
    [...pages, ...commands].filter(({ visible, name }) => visible && hasWords(name, query)),
  );
  return (
    <PaletteGroup label={t('shell.palette.actionsOf', { name: device.deviceName })}>
      {shown.map(({ key, name, icon, dangerous = false, perform }, at) => (
        <ActionEntry
          key={key}
          {...{ name, icon, dangerous }}
          apart={startsDangerous(shown, at)}
          onClick={() => (typeof perform === 'string' ? go(perform) : void oneAtATime(perform, key))}
        />
      ))}
    </PaletteGroup>
  );
}

function FoundEntries({ query, onDevice }: { query: string; onDevice: (device: ListedDevice) => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const [search] = useDebouncedValue(query.trim(), typingMs);
  const asked = { enabled: search !== '', placeholderData: keepPreviousData };
  const devices = useQuery({
    ...apiQuery('listDevices', { query: { search, limit: mostFound } }),
    ...asked,
  });
  const people = useQuery({
    ...apiQuery('listUsers', { query: { search, limit: mostFound } }),
    ...asked,
    enabled: asked.enabled && session.abilities.includes('users'),
  });
  const pages = palettePages(t, session).filter(({ name }) => hasWords(name, query));
  return (
    <>
      <PaletteGroup label={t('shell.palette.devices')}>
        {query !== '' &&
          devices.data?.devices.flatMap((device) => [
            <DeviceEntry key={device.deviId} device={device} staysOpen onClick={() => onDevice(device)} />,
            ...cloneEntry(device, t),
          ])}
      </PaletteGroup>
      <PaletteGroup label={t('shell.palette.people')}>
        {query !== '' &&
          people.data?.users.map(({ userId, firstName, lastName, username }) => (
            <Spotlight.Action
              key={userId}
              label={`${firstName} ${lastName}`}
              description={username}
              leftSection={<IconUser size={18} aria-hidden />}
              onClick={() => go(`/admin/users?user=${userId}`)}
            />
          ))}
      </PaletteGroup>
      <PaletteGroup label={t('shell.palette.pages')}>
        {pages.map(({ name, path, icon: Icon = IconArrowRight }) => (
          <Spotlight.Action
            key={path}
            label={name}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => go(path)}
          />
        ))}
      </PaletteGroup>
    </>
  );
}

/** The clone of a pair, which has a page of its own. */
function cloneEntry(device: ListedDevice, t: TFunction): ReactNode[] {
  const { twinDevice: clone } = device;
  const page = clonePage(device);
  if (!clone || page === null) return [];
  return [
    <Spotlight.Action
      key={clone.deviId}
      label={clone.deviceName}
      description={`${clone.deviceSNNum} · ${t('shell.palette.twinOf', { name: device.deviceName })}`}
      leftSection={<HardwareIcon dehaId={clone.dehaId} />}
      onClick={() => go(page)}
    />,
  ];
}
