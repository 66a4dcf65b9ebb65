import { screen } from '@testing-library/react';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { settingsFor } from '@varde/catalogue/settings/settings-for';
import type { SettingState } from '@varde/contract/settings';
import { expect, it } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { DeliveryState } from './delivery-state.tsx';

const pendant = hardwareById(23);
const definition = pendant && settingsFor(pendant, null).find(({ key }) => key === 'volumeLevel');
const state: SettingState = {
  ...{
    key: 'volumeLevel',
    desired: 10,
    reported: null,
    reportedAt: null,
    changeable: true,
    deviates: false,
    changed: null,
  },
  delivery: { state: 'confirmed', reason: null, at: 1000 },
};

it.each<[string, Partial<SettingState>, string]>([
  ['has reported nothing', {}, 'Mottatt av enheten'],
  ['has reported the value before', { reported: 10, reportedAt: 999 }, 'Mottatt av enheten'],
  ['has reported another value since', { reported: 20, reportedAt: 1001 }, 'Mottatt av enheten'],
  ['has reported the value since', { reported: 10, reportedAt: 1000 }, 'Bekreftet'],
])('a setting that was received by a device that %s', async (_, reported, shown) => {
  if (definition === undefined) throw new Error('the setting is missing');
  await renderPage(<DeliveryState definition={definition} state={{ ...state, ...reported }} />);
  expect(screen.queryAllByText(/^(Mottatt av enheten|Bekreftet)$/).map(({ textContent }) => textContent)).toEqual([
    shown,
  ]);
  const other = screen.queryByText(/^Verdi i enheten: 20/);
  expect(other !== null).toBe(reported.reported === 20);
});
