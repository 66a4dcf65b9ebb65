import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { AlarmPathPage } from './alarm-path-page.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));
afterEach(() => vi.unstubAllGlobals());

const check = { at: 1, passed: false, stages: { acknowledged: 110, live: 95, told: null } };

async function show(answer: object) {
  vi.stubGlobal('fetch', async () => Response.json({ lostSessions: [], ...answer }));
  await renderPage(<AlarmPathPage />);
}

it('shows how far each test alarm came, and how long it took', async () => {
  await show({ isStopped: false, lastPassedAt: 1, checks: [check] });
  const cells = (await screen.findAllByRole('cell')).slice(1).map(({ textContent }) => textContent);
  expect(cells).toEqual(['Kom ikke fram', '0,11 s', '0,10 s', 'Ikke nådd']);
  expect(screen.getByRole('status').textContent).toMatch(/^Den siste prøvealarmen kom fram /);
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  [1, /^Ingen prøvealarm har kommet fram siden .+ Ekte alarmer kan bli forsinket/],
  [null, /^Ingen prøvealarm har kommet fram\. Ekte alarmer kan bli forsinket/],
])('warns when test alarms no longer arrive; the latest that did: %s', async (lastPassedAt, words) => {
  await show({ isStopped: true, lastPassedAt, checks: [check] });
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(screen.queryByRole('status')).toBeNull();
});

it('warns of a broker that has lost the session: alarms may be lost although test alarms arrive', async () => {
  const lostSessions = [{ broker: 'mqtt.example:8883', at: 1 }];
  await show({ isStopped: false, lastPassedAt: 1, lostSessions, checks: [check] });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^MQTT-megleren mqtt\.example:8883 mistet økten til Varde .+ kan være tapt/);
  expect(screen.getByRole('status').textContent).toMatch(/^Den siste prøvealarmen kom fram /);
});

it('says that there was no test alarm yet', async () => {
  await show({ isStopped: false, lastPassedAt: null, checks: [] });
  expect(await screen.findByText('Ingen prøvealarm ennå')).toBeDefined();
});
