import type { Notice } from '../devices/notice.ts';

const signalTexts: { readonly [kind: string]: string } = {
  sos: 'pressed SOS',
  fall: 'fell',
  lowBattery: 'is low on battery',
  powerOff: 'went off',
};

/** A line for an event of interest; null for routine signs of life and positions. */
export function noticeText(notice: Notice): string | null {
  switch (notice.type) {
    case 'sent': {
      const [record] = notice.message.records;
      if (notice.message.records.length > 1) return `sent a backlog of ${notice.message.records.length} records`;
      const text = record && signalTexts[record.kind];
      if (text === undefined) return null;
      return notice.attempt === 1 ? text : `${text} (said ${notice.attempt} times)`;
    }
    case 'kept':
      return signalTexts[notice.kind] === undefined ? null : `${signalTexts[notice.kind]} out of contact`;
    case 'left':
      return notice.why === 'outOfCoverage' ? 'is out of coverage' : null;
    case 'refused':
      return 'was refused by the server';
    case 'garbageSent':
      return `sent ${notice.bytes} bytes of garbage`;
    case 'settingsWritten':
      return `took new settings: ${JSON.stringify(notice.values)}`;
    case 'settingsRead':
      return 'reported its settings';
    case 'findMe':
      return 'rings, because somebody looks for it';
    case 'locate':
      return 'was asked where it is';
    case 'measure':
      return 'measures heart rate and blood pressure';
    case 'message':
      return `shows "${notice.text}"`;
    case 'reboot':
      return 'starts again';
    case 'factoryReset':
      return 'is as it left the factory';
    case 'connected':
    case 'disconnected':
    case 'acknowledged':
    case 'notUnderstood':
      return null;
  }
}
