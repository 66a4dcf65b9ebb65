import { IconUrgent } from '@tabler/icons-react';
import { expect, it } from 'vitest';
import { hardwareIcons, statusIcons } from './status-icons.ts';

it('the siren means an alarm: no other status and no hardware uses it', () => {
  expect(Object.entries(statusIcons).filter(([, icon]) => icon === IconUrgent)).toEqual([['urgent', IconUrgent]]);
  expect(Object.values(hardwareIcons)).not.toContain(IconUrgent);
});
