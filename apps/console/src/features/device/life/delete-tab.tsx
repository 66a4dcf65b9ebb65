import { Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { DeviceActionButtons } from '#domain/device/device-action-buttons.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { Toggle } from '#kit/form/toggle.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { notifyDone } from '#kit/state/notify.ts';
import styles from '../tab/sections.module.css';
import type { TabProps } from '../tab/tab-props.ts';

/** Who may delete the device, and the actions that delete its data or the device itself. */
export function DeleteTab({ device }: TabProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.sections}>
      <section className={styles.section}>
        <DeletionRule device={device} />
      </section>
      <section className={styles.section}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('deviceLife.tabHelp')}
          </Text>
          <Group gap="xs">
            <DeviceActionButtons device={device} place="deleteData" />
          </Group>
        </Stack>
      </section>
    </div>
  );
}

function DeletionRule({ device }: Pick<TabProps, 'device'>) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const [allowed, setAllowed] = useState(device.allowDeviceDeletes);
  const dirty = allowed !== device.allowDeviceDeletes;
  useUnsavedGuard(dirty && !busy);
  const input = { params: { deviId: device.deviId } };

  async function save(event: FormEvent) {
    event.preventDefault();
    const body = { allowDeviceDeletes: allowed };
    const saved = await submit(() => call('saveDeletionRule', { ...input, body }));
    if (!saved) return;
    notifyDone(t('deviceLife.ruleSaved'));
    await cache.invalidateQueries({ queryKey: queryKey('getDevice', input) });
  }
  const mayChange = device.abilities.includes('allowDeletes');
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Toggle
          label={t('deviceLife.allowDeletes')}
          description={t(mayChange ? 'deviceLife.allowDeletesHelp' : 'deviceLife.partnersOnly')}
          checked={allowed}
          disabled={!mayChange}
          onChange={({ currentTarget }) => setAllowed(currentTarget.checked)}
        />
        {mayChange && (
          <Group>
            <SaveButtons dirty={dirty} busy={busy} onCancel={() => setAllowed(device.allowDeviceDeletes)} />
            <Failure text={failure} />
          </Group>
        )}
      </Stack>
    </form>
  );
}
