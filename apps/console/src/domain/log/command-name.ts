import { deviceActions } from '@varde/catalogue/device-actions';
import type { SensorCommand } from '@varde/catalogue/sensor-commands';
import type { TFunction } from 'i18next';

/** Name of a command by its kind: the action's, or that of a command about settings or sensors; its kind without a text. */
export function commandName(kind: string, t: TFunction): string {
  const action = deviceActions.find((one) => one.kind === kind);
  if (action !== undefined) return t(`actions.names.${action.key}`);
  const others: Record<SensorCommand['kind'] | 'writeSettings', string> = {
    writeSettings: t('deviceLog.commands.writeSettings'),
    syncSensors: t('deviceLog.commands.syncSensors'),
    startLearning: t('deviceLog.commands.startLearning'),
    stopLearning: t('deviceLog.commands.stopLearning'),
    startWalkTest: t('deviceLog.commands.startWalkTest'),
    stopWalkTest: t('deviceLog.commands.stopWalkTest'),
    addSensor: t('deviceLog.commands.addSensor'),
    editSensor: t('deviceLog.commands.editSensor'),
    deleteSensor: t('deviceLog.commands.deleteSensor'),
    connectBaseStation: t('deviceLog.commands.connectBaseStation'),
    captureImage: t('deviceLog.commands.captureImage'),
  };
  return new Map(Object.entries(others)).get(kind) ?? kind;
}
