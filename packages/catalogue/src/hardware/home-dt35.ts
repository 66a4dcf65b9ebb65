import { signalScales } from '../signal.ts';
import { homeSettings } from './shared-settings.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const homeDt35 = {
  dehaId: 22,
  key: 'homeDt35',
  name: 'Home DT35',
  detyName: 'home DT35',
  family: 'home',
  protocol: 'mqtt',
  alarmProtocols: ['sia', 'scaip', 'xmpp', 'mqtt'],
  icon: 'home-signal',
  capabilities: {
    ...noCapabilities,
    sensors: ['homeSensor'],
    sensorEnrolment: 'learned',
    walkTest: true,
    gx8: true,
  },
  signalScale: signalScales.home,
  heartbeatMinutes: 60,
  settings: homeSettings,
} as const satisfies Hardware;
