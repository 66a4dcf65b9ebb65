import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceRecord } from '#domain/devices/device-row.ts';

/** Only hardware with positions can leave a fence; the fences of a pair of twins are those of its master. */
export const mayHaveFences = ({ dehaId, twin }: DeviceRecord): boolean =>
  twin !== 'CLONE' && (hardwareById(dehaId)?.capabilities.positioning ?? false);
