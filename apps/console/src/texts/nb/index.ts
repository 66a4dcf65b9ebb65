import actions from './actions.json' with { type: 'json' };
import alarms from './alarms.json' with { type: 'json' };
import catalogue from './catalogue.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import device from './device.json' with { type: 'json' };
import devices from './devices.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import shell from './shell.json' with { type: 'json' };

export const texts = {
  actions,
  alarms,
  catalogue,
  common,
  device,
  devices,
  errors,
  shell,
};

/** The type of the texts of each language. */
export type Texts = typeof texts;
