import { screen } from '@testing-library/react';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { statusKeys } from '@varde/catalogue/statuses';
import type { Alarm } from '@varde/contract/alarms';
import type { DeviceDetail, ListedDevice } from '@varde/contract/devices';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { alarmRecord, deviceDetail, deviceRow } from '../../testing/records.ts';
import { renderPage, sessionRecord } from '../../testing/render-page.tsx';
import { watchSight } from '../../testing/watch-sight.ts';
import { DeviceCard } from './device-card.tsx';

const now = new Date(2026, 10, 27, 13, 0).getTime();
const minute = 60_000;
/** What the server answers about the device besides its row. */
let known: Partial<DeviceDetail>;
beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  known = {};
  watchSight();
  vi.stubGlobal('fetch', async () => Response.json(deviceDetail(known)));
});
afterEach(() => {
  vi.useRealTimers();
});

async function show(fields: Partial<ListedDevice>, alarm?: Partial<Alarm>) {
  const device = deviceRow({ deviceName: 'Åse', lastMsgIn: now - 5 * minute, battery: 80, ...fields });
  const told = alarm && alarmRecord({ deviceName: 'Åse', ...alarm });
  const session = sessionRecord({ userId: 1, abilities: ['private'] });
  const shown = await renderPage(<DeviceCard device={device} alarm={told} />, session);
  const card = screen.getByRole('article', { name: /^Åse/ });
  return { ...shown, card, words: () => card.querySelector('p')?.textContent };
}

describe('the words of a card', () => {
  it.each(statusKeys)('say in a plain sentence what %s means, or what to do', async (status) => {
    const { words, card } = await show({ status, battery: 12 });
    await vi.waitFor(() => expect(words()).not.toBe('Henter …'));
    expect(words()).toMatch(/^\p{Lu}[^{}]+[a-zæøå]\.$/u);
    expect(words()).not.toContain('family.');
    expect(card.querySelector('[data-colour] svg'), 'never colour alone').not.toBeNull();
  });

  it.each<[string, Partial<ListedDevice>, string]>([
    ['all is well', {}, 'Alt er i orden.'],
    ['a low battery', { status: 'battery', battery: 12 }, 'Lavt batteri (12\u202f%). Sett enheten i laderen.'],
    ['one of an unknown level', { status: 'battery', battery: null }, 'Lavt batteri. Sett enheten i laderen.'],
    [
      'silence since yesterday',
      { status: 'offline', lastMsgIn: new Date(2026, 10, 26, 18, 10).getTime() },
      'Har ikke meldt seg siden i går kl. 18:10. Sjekk at enheten er på, er ladet og har dekning.',
    ],
    [
      'silence since today',
      { status: 'offline', lastMsgIn: new Date(2026, 10, 27, 8, 5).getTime() },
      'Har ikke meldt seg siden kl. 08:05. Sjekk at enheten er på, er ladet og har dekning.',
    ],
    [
      'silence for long',
      { status: 'offline', lastMsgIn: new Date(2026, 10, 24, 8, 5).getTime() },
      'Har ikke meldt seg siden 24.11.2026 kl. 08:05. Sjekk at enheten er på, er ladet og har dekning.',
    ],
    ['a watch beside the arm', { watchRemoved: true }, 'Klokken er ikke på armen.'],
    ['a device that has not begun', { status: 'neverUsed' }, 'Har aldri meldt seg. Lad enheten, og slå den på.'],
  ])('tell of %s', async (_, fields, text) => {
    const { words } = await show(fields);
    await vi.waitFor(() => expect(words()).toBe(text));
  });

  const happenedAt = new Date(2026, 10, 27, 12, 40).getTime();
  const kari = { userId: 2, name: 'Kari Nes' };
  it.each<[string, Partial<Alarm>, string]>([
    ['that nobody has taken', {}, 'Ring Åse, eller se alarmen.'],
    ['that somebody has taken', { state: 'claimed', claimedBy: kari }, 'Alarmen er tatt av Kari Nes.'],
    [
      'that somebody has taken who is erased',
      { state: 'claimed', claimedBy: { ...kari, name: '' } },
      'Noen har tatt alarmen.',
    ],
    [
      'that the user has taken',
      { state: 'claimed', claimedBy: { ...kari, userId: 1 } },
      'Du har tatt alarmen. Tilbakestill den når alt er i orden.',
    ],
    [
      'that is handed over and not confirmed',
      { state: 'claimed', claimedBy: kari, handedOverBy: kari },
      'Ring Åse, eller se alarmen.',
    ],
  ])('tell of an alarm %s, with its time, whatever else is the matter', async (_, fields, step) => {
    const { words } = await show({ status: 'battery' }, { alarmId: 9, happenedAt, ...fields });
    expect(words()).toBe(`Alarm kl. 12:40. ${step}`);
    expect(screen.getByRole('link', { name: 'Se alarmen' }).getAttribute('href')).toBe('#/alarms/9');
  });

  it('say beside another trouble that an alarm would be told to nobody', async () => {
    known = { reachesNobody: true, unreachedBecause: 'noReceivers' };
    const { words } = await show({ status: 'neverUsed' });
    await vi.waitFor(() =>
      expect(words()).toBe(
        'Har aldri meldt seg. Lad enheten, og slå den på. Ingen blir varslet ved alarm. Åpne varslingslisten, og legg til noen.',
      ),
    );
  });

  it('do not promise that all is well to a user who may not know whom alarms are told to', async () => {
    known = { reachesNobody: null };
    const { words } = await show({});
    await vi.waitFor(() => expect(words()).toBe('Ingen varsler fra enheten nå.'));
  });

  it.each([
    ['noReceivers', 'Åpne varslingslisten, og legg til noen.'],
    ['notTold', 'Ingen på varslingslisten kan varsles nå. Åpne den, og se hvorfor.'],
    [
      'cannotSend',
      'Varde kan ikke sende meldinger til dem på varslingslisten ennå. Be den som drifter Varde, om å sette det opp.',
    ],
  ] as const)(
    'are one verdict with its reason when an alarm would be told to nobody (%s), without an OK beside it, also before it is known',
    async (unreachedBecause, help) => {
      known = { reachesNobody: true, unreachedBecause };
      const { words, card } = await show({ abilities: ['map', 'eventSetup'] });
      expect(words()).toBe('Henter …');
      expect(card.textContent).not.toContain('OK');
      await vi.waitFor(() => expect(words()).toBe(`Ingen blir varslet ved alarm. ${help}`));
      expect(card.textContent).not.toContain('OK');
      expect(screen.getByRole('link', { name: 'Ingen blir varslet' }).dataset.colour).toBe('status');
      expect(screen.getByRole('link', { name: 'Varslingsliste' })).toBeDefined();
    },
  );
});

describe('the words of a pair', () => {
  it('are those of the clone while nothing is the matter with the master', async () => {
    const twinDevice = deviceRow({ deviId: 2, battery: 9, status: 'battery' });
    const { words, card } = await show({ twin: 'MASTER', twinDevice });
    await vi.waitFor(() => expect(words()).toBe('Lavt batteri (9\u202f%). Sett enheten i laderen.'));
    const colour = card.style.cssText;
    document.body.innerHTML = '';
    const single = await show({ status: 'battery', battery: 9 });
    expect(colour).toBe(single.card.style.cssText);
  });
});

describe('a card', () => {
  it('has last contact, battery and place in words, and no serial number, also not of a twin', async () => {
    known = { place: 'Stua', posLati: 62, posLong: 6, posTime: now - 2 * minute };
    const twinDevice = { ...deviceRow({ deviId: 2, deviceSNNum: 'TWIN-9', battery: 9, status: 'battery' }) };
    const { card, container } = await show({ twin: 'MASTER', twinDevice });
    await screen.findByText('Stua');
    expect(card.textContent).toMatch(/Siste kontaktfor 5 minutter siden/);
    expect(card.textContent).toMatch(/Batteri80\u202f%/);
    expect(card.textContent).toMatch(/Sist kjente stedStua for 2 minutter siden/);
    expect(card.textContent).toMatch(/TvillingLavt batteri 9\u202f%/);
    expect(container.innerHTML).not.toMatch(/SO000001|TWIN-9/);
  });

  it('leads to the map for a place without a name', async () => {
    known = { posLati: 62, posLong: 6, posTime: now - 2 * minute };
    await show({});
    const link = await screen.findByRole('link', { name: 'Se på kartet' });
    expect(link.getAttribute('href')).toBe('#/mapsingle/1');
    expect(link.parentElement?.textContent, 'the place has its age').toContain('for 2 minutter siden');
  });

  it('says that the wearer is not located, and has no place for hardware without one', async () => {
    known = { disablePositioning: true };
    const { unmount } = await show({ disablePositioning: true });
    expect(await screen.findByText('Posisjonering er slått av')).toBeDefined();
    unmount();
    expect(hardwareById(13)?.capabilities.positioning ?? false).toBe(false);
    await show({ dehaId: 13 });
    expect(screen.queryByText('Sist kjente sted')).toBeNull();
  });

  it('has the actions that its user may perform, and no others', async () => {
    const phone = { formattedPhoneNumE164: '+47 900 00 001' };
    const { unmount } = await show({ ...phone, actions: ['findMe', 'reboot', 'startTracking'] });
    const buttons = () =>
      [...document.querySelectorAll('article > :last-child :is(a, button)')].map((each) => each.textContent);
    expect(buttons()).toEqual(['Ring +47 900 00 001', 'Kart', 'Finn enheten med lyd']);
    expect(screen.getByRole('link', { name: /^Ring/ }).getAttribute('href')).toBe('tel:+4790000001');
    unmount();
    await show({ ...phone, abilities: [] });
    expect(buttons()).toEqual([]);
    expect(screen.getByRole('heading', { name: 'Åse' }).querySelector('a')).toBeNull();
  });
});
