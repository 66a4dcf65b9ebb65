import { ModalsProvider } from '@mantine/modals';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { settingsOfType } from '@varde/catalogue/settings/settings-for';
import type { DefaultSettings } from '@varde/contract/default-settings';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { isOff } from '../../testing/is-off.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { DefaultSettingsSection } from './default-settings-section.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

let stored: DefaultSettings['settings'];
let saved: object[];
let beganFrom: object[];
let refusedSaves: Response[];
let asked: string[];
let refused: Response | null;
beforeEach(() => {
  stored = [
    { key: 'trackingInterval', value: null, inherited: null, changeable: true },
    {
      key: 'heartbeatInterval',
      value: null,
      inherited: { value: 60, customerName: 'Solvik kommune' },
      changeable: true,
    },
  ];
  saved = [];
  beganFrom = [];
  refusedSaves = [];
  asked = [];
  refused = null;
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    asked.push(url);
    const type = { custId: 7, dehaId: Number(url.split('/').at(-1)) };
    if (refused !== null) return refused;
    if (method === 'PUT') {
      const { values, began } = JSON.parse(String(body));
      saved.push(values);
      beganFrom.push(began);
      const answer = refusedSaves.pop();
      if (answer !== undefined) return answer;
      stored = stored.map((setting) => (setting.key in values ? { ...setting, value: values[setting.key] } : setting));
      const answered = stored.filter(({ changeable }) => changeable);
      return Response.json({ ...type, settings: answered });
    }
    return Response.json({ ...type, settings: stored });
  });
});
const show = async (dehaId = '23') => {
  await renderPage(
    <ModalsProvider>
      <DefaultSettingsSection custId={7} />
    </ModalsProvider>,
  );
  await userEvent.selectOptions(await screen.findByLabelText('Enhetstype'), dehaId);
  await screen.findAllByRole('checkbox');
};
const own = (index: number) => screen.findAllByRole('checkbox').then((boxes) => boxes[index] as HTMLInputElement);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Lagre' }));

describe('the default settings of a customer', () => {
  it('show what is inherited, from whom, and that there is none; fields are closed until the customer has its own', async () => {
    await show();
    expect(await screen.findByText('Arvet fra Solvik kommune: 1 time')).toBeDefined();
    expect(screen.getByText('Standard i typen: 5 minutter. Enheter beholder det de har')).toBeDefined();
    for (const field of screen.getAllByRole('combobox').slice(1)) expect(isOff(field)).toBe(true);
    expect(asked.at(-1)).toContain('/ajax/customers/7/default_settings/23');
  });

  it('are set from what holds now, changed, and saved: only those that changed', async () => {
    await show();
    await userEvent.click(await own(1));
    const field = screen.getAllByRole('combobox').at(-1) as HTMLSelectElement;
    expect(field.value).toBe('60');
    await userEvent.selectOptions(field, '30');
    await save();
    await vi.waitFor(() => expect(saved).toEqual([{ heartbeatInterval: 30 }]));
    expect(await screen.findByText('Arvet fra Solvik kommune: 1 time')).toBeDefined();
    expect((await own(1)).checked).toBe(true);
  });

  it('[C3.19] are under the headings of the categories of the specification, and under no others', async () => {
    const seen = new Set<string | null>();
    for (const hardware of [34, 13, 23].flatMap((dehaId) => hardwareById(dehaId) ?? [])) {
      cleanup();
      const rest = { value: null, inherited: null, changeable: true };
      stored = settingsOfType(hardware).map(({ key }) => ({ key, ...rest }));
      await show(String(hardware.dehaId));
      for (const { textContent } of document.querySelectorAll('form > div > fieldset > legend')) seen.add(textContent);
    }
    expect([...seen].sort()).toEqual(
      [
        ...['Kommunikasjon', 'Posisjonering', 'Sporing', 'Lyd', 'Lys', 'Talemeldinger', 'Batteri', 'Daglig bruk'],
        ...['Personvern', 'Fastvare', 'Telefonnumre', 'Integrasjon', 'Geofence', 'Diverse', 'Alarm', 'Enhet', 'Annet'],
      ].sort(),
    );
  });

  it('ask before the alarm button is turned off, as the form of a device does', async () => {
    stored = [{ key: 'buttonBehaviour', value: 2, inherited: null, changeable: true }];
    await show();
    const off = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Av' });
    const answer = async (name: string) => {
      const dialog = await screen.findByRole('dialog');
      expect(dialog.textContent).toContain('kan da ikke utløse alarm med knappen');
      await userEvent.click(within(dialog).getByRole('button', { name }));
      await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await userEvent.click(off());
    await answer('Avbryt');
    expect(off().checked).toBe(false);
    await userEvent.click(off());
    await answer('Fortsett');
    await save();
    await vi.waitFor(() => expect(saved).toEqual([{ buttonBehaviour: 1 }]));
  });

  it('are removed, and then inherited again', async () => {
    stored = stored.map((setting) => ({ ...setting, value: 30 }));
    await show();
    await userEvent.click(await own(1));
    await save();
    await vi.waitFor(() => expect(saved).toEqual([{ heartbeatInterval: null }]));
    expect((screen.getAllByRole('combobox').at(-1) as HTMLSelectElement).value).toBe('60');
  });

  it('that were set and taken back are not unsaved', async () => {
    await show();
    const button = screen.getByRole('button', { name: 'Lagre' });
    await userEvent.click(await own(0));
    expect(isOff(button)).toBe(false);
    await userEvent.click(await own(0));
    expect(isOff(button)).toBe(true);
  });

  it('that the user may only see are closed, and have nothing to save', async () => {
    stored = stored.map((setting) => ({ ...setting, changeable: false }));
    await show();
    await screen.findByText('Arvet fra Solvik kommune: 1 time');
    for (const box of screen.getAllByRole('checkbox')) expect(isOff(box)).toBe(true);
    expect(screen.queryByRole('button', { name: 'Lagre' })).toBeNull();
  });

  it('that the user may only see stay in sight after a save', async () => {
    stored = stored.map((setting, index) => ({ ...setting, changeable: index === 0 }));
    await show();
    await userEvent.click(await own(0));
    await save();
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    expect(await screen.findByText('Arvet fra Solvik kommune: 1 time')).toBeDefined();
    expect((await own(0)).checked).toBe(true);
  });

  it('that are unsaved are not lost by another type of device without a question', async () => {
    await show();
    await userEvent.click(await own(0));
    const type = screen.getByLabelText('Enhetstype') as HTMLSelectElement;
    await userEvent.selectOptions(type, '14');
    const answer = async (name: string) =>
      userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
    await answer('Avbryt');
    expect(type.value).toBe('23');
    expect((await own(0)).checked).toBe(true);
    await userEvent.selectOptions(type, '14');
    await answer('Fortsett');
    await vi.waitFor(() => expect(type.value).toBe('14'));
  });

  it('are nothing for those who may not see them', async () => {
    const headers = { 'content-type': 'application/problem+json' };
    refused = new Response(JSON.stringify({ code: 'notAllowed' }), { status: 403, headers });
    const { container } = await renderPage(<DefaultSettingsSection custId={7} />);
    await vi.waitFor(() => expect(asked).not.toEqual([]));
    await vi.waitFor(() => expect(within(container).queryByText('Standardinnstillinger')).toBeNull());
  });

  describe('of which somebody else changes one while it is edited', () => {
    const theirs = () => {
      stored = stored.map((one) => (one.key === 'heartbeatInterval' ? { ...one, value: 15 } : one));
    };
    const edit = async () => {
      await show();
      await userEvent.click(await own(1));
      await userEvent.selectOptions(screen.getAllByRole('combobox').at(-1) as HTMLSelectElement, '30');
    };
    const told = () =>
      screen.findByText(
        'Noen andre har endret fra ingen egen standard til 15 minutter mens du redigerte. Du har valgt 30 minutter.',
      );
    const refusal = () => Response.json({ code: 'settingsChanged', title: '', status: 409 }, { status: 409 });

    it('are sent with what they were edited from; a refused save tells of the change, and nothing is saved before the user has chosen', async () => {
      await edit();
      theirs();
      refusedSaves = [refusal()];
      await save();
      await told();
      expect(beganFrom).toEqual([{ heartbeatInterval: null }]);
      await save();
      expect(beganFrom, 'nothing is sent').toHaveLength(1);
      expect(screen.getByText(/er endret av noen andre: Kontaktintervall\. Velg verdi først\.$/)).toBeDefined();
      await userEvent.click(screen.getByRole('button', { name: 'Behold 30 minutter: Kontaktintervall' }));
      await save();
      await vi.waitFor(() => expect(beganFrom.at(-1)).toEqual({ heartbeatInterval: 15 }));
      expect(saved.at(-1)).toEqual({ heartbeatInterval: 30 });
    });

    it('take what the other one chose at a press', async () => {
      await edit();
      theirs();
      refusedSaves = [refusal()];
      await save();
      await told();
      await userEvent.click(screen.getByRole('button', { name: 'Bruk 15 minutter: Kontaktintervall' }));
      expect((screen.getAllByRole('combobox').at(-1) as HTMLSelectElement).value).toBe('15');
      expect(isOff(screen.getByRole('button', { name: 'Lagre' }))).toBe(true);
    });
  });
});
