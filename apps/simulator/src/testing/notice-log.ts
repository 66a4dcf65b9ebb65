import type { Notice } from '../devices/notice.ts';
import type { VirtualDevice } from '../devices/virtual-device.ts';
import { ReceivedLog } from './received-log.ts';

/** All events of a device from now on. */
export function logNotices(device: VirtualDevice): ReceivedLog<Notice> {
  const log = new ReceivedLog<Notice>();
  device.subscribe((notice) => log.add(notice));
  return log;
}

/** Whether a notice acknowledges a message with such a record. */
export function isAcknowledged(kind: string): (notice: Notice) => boolean {
  return (notice) => notice.type === 'acknowledged' && notice.message.records.some((record) => record.kind === kind);
}
