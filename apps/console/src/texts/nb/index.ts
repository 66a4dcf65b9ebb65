import actions from './actions.json' with { type: 'json' };
import alarms from './alarms.json' with { type: 'json' };
import catalogue from './catalogue.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import device from './device.json' with { type: 'json' };
import devices from './devices.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import settingsPage from './settings-page.json' with { type: 'json' };
import shell from './shell.json' with { type: 'json' };
import unknown from './unknown.json' with { type: 'json' };

export const texts = {
  actions,
  alarms,
  catalogue,
  common,
  device,
  devices,
  errors,
  settings,
  settingsPage,
  shell,
  unknown,
};

/** The shape that every language has. */
export type Texts = typeof texts;
