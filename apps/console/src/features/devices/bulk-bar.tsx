import { Button, Group, Text } from '@mantine/core';
import {
  IconAdjustmentsCheck,
  IconAdjustmentsCog,
  IconBell,
  IconFileTypePdf,
  IconTag,
  IconTransfer,
} from '@tabler/icons-react';
import type { ListedDevice } from '@varde/contract/devices';
import { exportKinds, mostShownRows } from '@varde/contract/export-kinds';
import { routes } from '@varde/contract/routes';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { urlOf } from '#data/api/call.ts';
import { DownloadButton, useReader } from '#domain/export/download-button.tsx';
import { ExportButton } from '#domain/export/export-button.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { SteadyLabel } from '#kit/steady/steady-label.tsx';
import type { DeviceListFilter } from './arrange-devices.ts';
import { BulkDefaults } from './bulk-defaults.tsx';
import { BulkFindMe } from './bulk-find-me.tsx';
import { BulkMove } from './bulk-move.tsx';
import type { BulkProps } from './bulk-props.ts';
import { BulkSettings } from './bulk-settings.tsx';
import { BulkTag } from './bulk-tag.tsx';
import styles from './device-list.module.css';
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
  const may = (has: (device: ListedDevice) => boolean) => selected.some(has);
  const open = (title: string, Bulk: ComponentType<BulkProps>) =>
    openDialog<void>({
      title,
      content: (close, keepOpen) => <Bulk devices={selected} onRunning={keepOpen} onDone={() => close()} />,
    });
  return (
    <Group gap={8} className={styles.bulk}>
      <Text fw={600} role="status">
        <SteadyLabel
          label={t('bulk.selected', { count: selected.length })}
          others={[t('bulk.selected', { count: listed.length })]}
        />
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
        leftSection={<IconAdjustmentsCog size={16} aria-hidden />}
        disabled={!may(({ abilities }) => abilities.includes('settings'))}
        onClick={() => void open(t('bulk.settingsTitle'), BulkSettings)}
      >
        {t('bulk.settings')}
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
      <Exports filter={filter} selected={selected} />
      <Button variant="subtle" onClick={onDone}>
        {t('bulk.done')}
      </Button>
    </Group>
  );
}

/** Of the whole list, or of the selected devices. The buttons have one width for both: selecting a row moves no row. */
function Exports({ filter, selected }: Pick<BulkBarProps, 'filter' | 'selected'>) {
  const { t } = useTranslation();
  const reader = useReader();
  const query = { ...filter, search: filter.search || undefined, ...reader };
  const chosen = useSelectedExport(selected);
  const csv = [t('common.export'), t('bulk.exportSelected')] as const;
  const pdf = [t('bulk.exportPdf'), t('bulk.showPdf')] as const;
  if (selected.length === 0)
    return (
      <>
        <DownloadButton
          call="exportDevices"
          input={{ query }}
          label={<SteadyLabel label={csv[0]} others={[csv[1]]} />}
        />
        <DownloadButton
          call="exportDevices"
          input={{ query: { ...query, kind: exportKinds.pdf } }}
          label={<SteadyLabel label={pdf[0]} others={[pdf[1]]} />}
        />
      </>
    );
  const isShown = selected.length <= mostShownRows;
  return (
    <>
      <ExportButton table={chosen} label={<SteadyLabel label={csv[1]} others={[csv[0]]} />} />
      <Button
        variant="default"
        {...(isShown && {
          component: 'a',
          target: '_blank',
          href: urlOf(routes.exportDevices, { query: { ...reader, ...shownPdf(selected, filter) } }),
        })}
        disabled={!isShown}
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
      >
        <SteadyLabel label={pdf[1]} others={[pdf[0]]} />
      </Button>
    </>
  );
}
