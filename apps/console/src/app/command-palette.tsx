import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconLayoutList, IconSearch, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import type { DeviceActionKey } from '@varde/catalogue/device-actions';
import { hasWords } from '@varde/catalogue/name-order';
import type { ListedDevice } from '@varde/contract/devices';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
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
import { isAnswerAwaited, usePaletteChoice } from './palette-choice.ts';
import { CommandEntries, CommandTargets } from './palette-commands.tsx';
import { palettePages } from './palette-pages.ts';
import {
  ActionEntry,
  AwaitedEntries,
  DeviceEntry,
  go,
  HardwareIcon,
  mostFound,
  PaletteContext,
  PaletteEntry,
  PaletteGroup,
  typingMs,
} from './palette-parts.tsx';

/** Opens whenever `timesOpened` increases. */
export function CommandPalette({ timesOpened }: { timesOpened: number }) {
  const { t } = useTranslation();
  const [timesClosed, setTimesClosed] = useState(0);
  return (
    <Modal
      opened={timesClosed !== timesOpened}
      onClose={() => setTimesClosed(timesOpened)}
      withCloseButton={false}
      padding={0}
      size={600}
      yOffset={80}
      // Open alarms stay legible behind it.
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': t('shell.openPalette') } }}
    >
      <Palette key={timesOpened} onClose={() => setTimesClosed(timesOpened)} />
    </Modal>
  );
}

/**
 * Search for devices, people, pages and commands; a chosen device shows its actions, and a chosen command the devices
 * that offer it. While somebody types, the first entry is the one that Enter opens.
 */
function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<ListedDevice | null>(null);
  const [command, setCommand] = useState<DeviceActionKey | null>(null);
  const isClosed = useRef(false);
  const listId = useId();
  const current = useCurrentDevice();
  const device = chosen ?? (command === null ? current : null);
  const choice = usePaletteChoice({
    of: `${chosen?.deviId ?? command ?? ''}:${query}`,
    choosesFirst: query.trim() !== '',
    // A command is given to no device that nobody has seen chosen.
    enterWaits: command === null,
  });

  function choose(found: { device?: ListedDevice; command?: DeviceActionKey }): void {
    setChosen(found.device ?? null);
    setCommand(found.command ?? null);
    setQuery('');
  }
  function close(): void {
    isClosed.current = true;
    onClose();
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (isClosed.current) return; // it fades
    if (event.key === 'Backspace' && query === '') choose({});
    choice.onKeyDown(event);
  }
  return (
    <PaletteContext value={{ chosen: choice.chosen, close }}>
      <TextInput
        variant="unstyled"
        size="lg"
        className={styles.search}
        data-autofocus
        leftSection={<IconSearch size={18} aria-hidden />}
        {...searchTexts(t, chosen, command)}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={choice.count > 0}
        aria-controls={listId}
        aria-activedescendant={choice.chosen}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div
        role="listbox"
        id={listId}
        ref={choice.listRef}
        className={styles.list}
        aria-label={t('palette.list')}
        aria-busy={choice.isAwaited}
      >
        {device && <DeviceEntries key={device.deviId} device={device} query={query} />}
        {command && <CommandTargets command={command} query={query} />}
        {chosen === null && command === null && (
          <>
            <FoundEntries query={query} onDevice={(found) => choose({ device: found })} />
            <CommandEntries query={query} onCommand={(key) => choose({ command: key })} />
          </>
        )}
      </div>
      <Hits {...choice} isSearched={query.trim() !== ''} />
    </PaletteContext>
  );
}

/** Says how many entries are found once all answers are here; visible where there are none. */
function Hits({ count, isAwaited, isSearched }: { count: number; isAwaited: boolean; isSearched: boolean }) {
  const { t } = useTranslation();
  const isEmpty = !isAwaited && count === 0;
  const text = isAwaited || (count > 0 && !isSearched) ? '' : t('palette.hits', { count });
  return (
    <div role="status" className={isEmpty ? styles.nothing : styles.unseen}>
      {text}
    </div>
  );
}

/** Of the field: what can be searched for, or of what device or command something is chosen. */
function searchTexts(t: TFunction, chosen: ListedDevice | null, command: DeviceActionKey | null) {
  if (chosen)
    return {
      placeholder: t('palette.find'),
      'aria-label': t('palette.actionsOf', { name: chosen.deviceName }),
    };
  if (command)
    return {
      placeholder: t('palette.findDevice'),
      'aria-label': t('palette.devicesFor', { action: t(`actions.names.${command}`) }),
    };
  return { placeholder: t('palette.placeholder'), 'aria-label': t('palette.placeholder') };
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
  const shown = dangerousLast([...pages, ...commands].filter(({ visible, name }) => visible && hasWords(name, query)));
  return (
    <PaletteGroup label={t('palette.actionsOf', { name: device.deviceName })}>
      {shown.map(({ key, name, icon, dangerous = false, perform }, at) => (
        <ActionEntry
          key={key}
          {...{ name, icon, dangerous }}
          apart={startsDangerous(shown, at)}
          onOpen={() => (typeof perform === 'string' ? go(perform) : void oneAtATime(perform, key))}
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
  const views = useQuery(apiQuery('listViews', {}));
  const shownViews = views.data?.views.filter(({ name }) => hasWords(name, query)) ?? [];
  const pages = palettePages(t, session).filter(({ name }) => hasWords(name, query));
  const isAwaited = search !== query.trim() || [devices, people, views].some(isAnswerAwaited);
  return (
    <>
      <AwaitedEntries when={isAwaited} />
      <PaletteGroup label={t('palette.devices')}>
        {query !== '' &&
          devices.data?.devices.flatMap((device) => [
            <DeviceEntry key={device.deviId} device={device} staysOpen onOpen={() => onDevice(device)} />,
            ...cloneEntry(device, t),
          ])}
      </PaletteGroup>
      <PaletteGroup label={t('palette.people')}>
        {query !== '' &&
          people.data?.users.map(({ userId, firstName, lastName, username }) => (
            <PaletteEntry
              key={userId}
              label={`${firstName} ${lastName}`}
              description={username}
              icon={<IconUser size={18} aria-hidden />}
              onOpen={() => go(`/admin/users?user=${userId}`)}
            />
          ))}
      </PaletteGroup>
      <PaletteGroup label={t('palette.pages')}>
        {pages.map(({ name, path, icon: Icon = IconArrowRight }) => (
          <PaletteEntry key={path} label={name} icon={<Icon size={18} aria-hidden />} onOpen={() => go(path)} />
        ))}
      </PaletteGroup>
      <PaletteGroup label={t('shell.views')}>
        {shownViews.map(({ viewId, name, sharedWith }) => (
          <PaletteEntry
            key={viewId}
            label={name}
            {...(sharedWith && { description: sharedWith.firmName })}
            icon={<IconLayoutList size={18} aria-hidden />}
            onOpen={() => go(`/views/${viewId}`)}
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
    <PaletteEntry
      key={clone.deviId}
      label={clone.deviceName}
      description={`${clone.deviceSNNum} · ${t('palette.twinOf', { name: device.deviceName })}`}
      icon={<HardwareIcon dehaId={clone.dehaId} />}
      onOpen={() => go(page)}
    />,
  ];
}
