import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { DeviceDetail } from '@varde/contract/devices';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './device-header.module.css';
import { useDeviceName } from './use-device-name.ts';
import { useRename } from './use-rename.ts';

const longest = 80;

/** The name of a device as the page's heading, editable in place for users who may rename it. */
export function DeviceName({ device, children }: { device: DeviceDetail; children: ReactNode }) {
  const { t } = useTranslation();
  const name = useDeviceName(device);
  /** Null: it has not been edited yet. */
  const [editing, setEditing] = useState<boolean | null>(null);
  if (editing) return <NameForm device={device} onDone={() => setEditing(false)} />;
  return (
    <>
      <h1 className={styles.name}>
        {name} {children}
      </h1>
      {device.abilities.includes('rename') && (
        <ActionIcon
          variant="subtle"
          color="gray"
          autoFocus={editing === false}
          aria-label={t('deviceHeader.rename')}
          title={t('deviceHeader.rename')}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}

function NameForm({ device, onDone }: { device: DeviceDetail; onDone: () => void }) {
  const { t } = useTranslation();
  const rename = useRename(device);
  const [name, setName] = useState(device.deviceName);
  const wanted = name.trim();

  function save(event: FormEvent): void {
    event.preventDefault();
    if (wanted !== device.deviceName) void rename(wanted);
    onDone();
  }
  return (
    <form onSubmit={save} className={styles.nameForm}>
      <Group gap="xs">
        <TextInput
          autoFocus
          aria-label={t('deviceHeader.name')}
          maxLength={longest}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && onDone()}
        />
        <Button type="submit" size="xs" disabled={wanted === ''}>
          {t('common.save')}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </Group>
    </form>
  );
}
