import { ActionIcon, Menu } from '@mantine/core';
import { IconCamera, IconDots, IconInfoCircle, IconPencil, IconTool, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { SensorRowAction } from '@varde/catalogue/sensor-statuses';
import type { DeviceDetail } from '@varde/contract/devices';
import type { SensorRow } from '@varde/contract/sensors';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { notifyError } from '#domain/errors/notify-error.ts';
import type { Action } from '#kit/actions/action.ts';
import danger from '#kit/actions/danger.module.css';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { openCapture } from './capture-dialog.tsx';
import { openProcessing } from './processing-dialog.tsx';
import { useRefreshSensors } from './sensor-queries.ts';
import { useSensorWords } from './use-sensor-words.ts';

const icons: Record<SensorRowAction, Action['icon']> = {
  info: IconInfoCircle,
  editFunction: IconPencil,
  captureImage: IconCamera,
  processing: IconTool,
  delete: IconTrash,
};

/** Those that set how its events count. */
const configures: readonly SensorRowAction[] = ['editFunction', 'processing'];

/** What can be done with a sensor, as its status and the type of its unit allow. */
export function SensorActions({ device, row }: { device: DeviceDetail; row: SensorRow }) {
  const { t } = useTranslation();
  const words = useSensorWords();
  const menu = useRef<HTMLButtonElement>(null);
  const perform = useSensorActions(device, row, menu);
  const actions = row.actions.filter((action) => device.allowCustomEvents || !configures.includes(action));
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          ref={menu}
          variant="subtle"
          size={44}
          aria-label={t('sensors.actions', { name: words.name(row.sensor) })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => {
          const Icon = icons[action];
          return (
            <Menu.Item
              key={action}
              leftSection={<Icon size={16} aria-hidden />}
              {...(action === 'delete' && { className: danger.danger })}
              onClick={() => void perform[action]()}
            >
              {t(`sensors.rowActions.${action}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function useSensorActions(
  { deviId, dehaId, deviceName }: DeviceDetail,
  row: SensorRow,
  menu: RefObject<HTMLElement | null>,
): Record<SensorRowAction, () => Promise<void>> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const words = useSensorWords();
  const refresh = useRefreshSensors(deviId);
  const sensorId = row.sensor.deseId;
  const open = (tab: 'info' | 'config') =>
    navigate({
      to: '/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}',
      params: { deviId: String(deviId), dehaId: String(dehaId), tab, part: 'sensor', item: String(sensorId) },
    });
  const name = words.name(row.sensor);
  return {
    info: () => open('info'),
    editFunction: () => open('config'),
    async captureImage() {
      await openCapture({ deviId, sensor: row.sensor, name });
      menu.current?.focus(); // the item that opened it is gone
    },
    processing: () => openProcessing({ deviId, row, name }, refresh),
    async delete() {
      const yes = await confirm({
        title: t('sensors.deleteAsk.title'),
        body: t('sensors.deleteAsk.body', { name, device: deviceName }),
        cancel: t('common.cancel'),
        proceed: t('sensors.rowActions.delete'),
        destructive: true,
      });
      // The dialog would return the focus to the item, which is gone, when that was pressed twice.
      if (!yes) return menu.current?.focus();
      try {
        await call('deleteSensor', { params: { deviId, sensorId } });
        notifyDone(t('sensors.deleted', { name }));
      } catch (error) {
        notifyError(error);
      }
      await refresh();
    },
  };
}
