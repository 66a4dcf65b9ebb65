import { Button, Group, Text } from '@mantine/core';
import { IconAdjustmentsCheck, IconBell, IconFileTypePdf, IconTag, IconTransfer } from '@tabler/icons-react';
import type { ListedDevice } from '@varde/contract/devices';
import { exportKinds, mostShownRows } from '@varde/contract/export-kinds';
import { routes } from '@varde/contract/routes';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { urlOf } from '#data/api/call.ts';
import { DownloadButton, useReader } from '#domain/export/download-button.tsx';
import { ExportButton } from '#domain/export/export-button.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import type { DeviceListFilter } from './arrange-devices.ts';
import { BulkDefaults } from './bulk-defaults.tsx';
import { BulkFindMe } from './bulk-find-me.tsx';
import { BulkMove } from './bulk-move.tsx';
import type { BulkProps } from './bulk-props.ts';
import { BulkTag } from './bulk-tag.tsx';
import { useSelectedExport } from './use-device-export.ts';

interface BulkBarProps {
  filter: DeviceListFilter;
  /** The loaded rows. */
  listed: readonly ListedDevice[];
  selected: readonly ListedDevice[];
  onSelect: (devices: readonly ListedDevice[]) => void;
  onDone: () => void;
}

/** The selected devices in the order of the list, whatever else it is filtered by. */
const shownPdf = (selected: readonly ListedDevice[], { sort }: DeviceListFilter) => ({
  ...{ sort, kind: exportKinds.pdf },
  deviIds: selected.map(({ deviId }) => deviId).join(','),
});

/** The actions on the selected devices, and on the whole list. */
export function BulkBar({ filter, listed, selected, onSelect, onDone }: BulkBarProps) {
  const { t } = useTranslation();
  const reader = useReader();
  const query = { ...filter, search: filter.search || undefined, ...reader };
  const chosen = useSelectedExport(selected);
  const may = (has: (device: ListedDevice) => boolean) => selected.some(has);
  const open = (title: string, Bulk: ComponentType<BulkProps>) =>
    openDialog<void>({
      title,
      content: (close, keepOpen) => <Bulk devices={selected} onRunning={keepOpen} onDone={() => close()} />,
    });
  return (
    <Group gap={8}>
      <Text fw={600} role="status">
        {t('bulk.selected', { count: selected.length })}
      </Text>
      <Button variant="default" onClick={() => onSelect(listed)}>
        {t('bulk.selectListed', { count: listed.length })}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTransfer size={16} aria-hidden />}
        disabled={!may(({ abilities }) => abilities.includes('assign'))}
        onClick={() => void open(t('bulk.moveTitle'), BulkMove)}
      >
        {t('bulk.move')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTag size={16} aria-hidden />}
        disabled={!may(({ abilities }) => abilities.includes('editInfo'))}
        onClick={() => void open(t('bulk.tagTitle'), BulkTag)}
      >
        {t('bulk.tag')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsCheck size={16} aria-hidden />}
        disabled={!may(({ abilities }) => abilities.includes('settings'))}
        onClick={() => void open(t('bulk.defaultsTitle'), BulkDefaults)}
      >
        {t('bulk.defaults')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconBell size={16} aria-hidden />}
        disabled={!may(({ actions }) => actions.includes('findMe'))}
        onClick={() => void open(t('actions.names.findMe'), BulkFindMe)}
      >
        {t('actions.names.findMe')}
      </Button>
      {selected.length > 0 ? (
        <>
          <ExportButton key="selected" table={chosen} label={t('bulk.exportSelected')} />
          {selected.length <= mostShownRows && (
            <Button
              variant="default"
              component="a"
              target="_blank"
              href={urlOf(routes.exportDevices, { query: { ...reader, ...shownPdf(selected, filter) } })}
              leftSection={<IconFileTypePdf size={16} aria-hidden />}
            >
              {t('bulk.showPdf')}
            </Button>
          )}
        </>
      ) : (
        <>
          <DownloadButton call="exportDevices" input={{ query }} label={t('common.export')} />
          <DownloadButton
            call="exportDevices"
            input={{ query: { ...query, kind: exportKinds.pdf } }}
            label={t('bulk.exportPdf')}
          />
        </>
      )}
      <Button variant="subtle" onClick={onDone}>
        {t('bulk.done')}
      </Button>
    </Group>
  );
}
