import { ModalsProvider } from '@mantine/modals';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceDetail } from '@varde/contract/devices';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isOff } from '../../../testing/is-off.ts';
import { deviceDetail, settingsRecord } from '../../../testing/records.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { LogsTab } from './logs-tab.tsx';

const sensor = { gatewayId: 'A1', name: 'Stue', sensorTypeCode: 'wireless', signalStrength: 8, time: 1000 };
let answers: Record<string, Promise<Response>>;
beforeEach(() => {
  answers = {};
  vi.stubGlobal(
    'fetch',
    (url: string) => answers[url]?.then((answer) => answer.clone()) ?? Promise.reject(new Error(`unexpected ${url}`)),
  );
});
const show = (fields: Partial<DeviceDetail> = {}) =>
  renderPage(
    <>
      <LogsTab device={deviceDetail({ abilities: [], ...fields })} tab="logs" />
      <ModalsProvider />
    </>,
  );
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

it('shows the export of personal data disabled, and says that it comes later [D2.016 D2.017]', async () => {
  await show();
  const later = await button('Eksporter personopplysninger');
  expect(later.getAttribute('aria-disabled')).toBe('true');
  fireEvent.mouseEnter(later);
  expect(await screen.findByText('Denne funksjonen kommer senere.')).toBeDefined();
});

it('[C2.07 C2.08] leads to the call log, and to the audit log for users who may see it', async () => {
  const { unmount } = await show();
  expect((await screen.findByRole('link', { name: 'Anropslogg' })).getAttribute('href')).toBe('/device_call_log/1');
  expect(screen.queryByRole('link', { name: 'Revisjonslogg' })).toBeNull();
  unmount();
  await show({ abilities: ['auditLog'] });
  expect((await screen.findByRole('link', { name: 'Revisjonslogg' })).getAttribute('href')).toBe('/device_audit_log/1');
});

it('[D1.042 D1.043] of a home unit leads to the audit log of this device, where the user may see it, and to its call log', async () => {
  answers['/ajax/devices/1/walk_test'] = Promise.resolve(Response.json({ sensors: [] }));
  const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  const { unmount } = await show({ dehaId: 13, abilities: ['auditLog'] });
  await screen.findByRole('link', { name: 'Anropslogg' });
  expect(links()).toEqual([
    ['Revisjonslogg', '/device_audit_log/1'],
    ['Anropslogg', '/device_call_log/1'],
  ]);
  unmount();
  answers['/ajax/devices/1/walk_test'] = Promise.resolve(Response.json({ sensors: [] }));
  await show({ dehaId: 13 });
  await screen.findByRole('link', { name: 'Anropslogg' });
  expect(links()).toEqual([['Anropslogg', '/device_call_log/1']]);
});

describe('the signal report of a home unit', () => {
  const home = { dehaId: 13 };
  const walkTest = '/ajax/devices/1/walk_test';

  it('[D1.040 D2.012 D2.013] is disabled while no walk test has measured anything, and says so', async () => {
    answers[walkTest] = Promise.resolve(Response.json({ sensors: [] }));
    await show(home);
    await vi.waitFor(async () => {
      const { ariaDisabled, dataset } = await button('Signalrapport');
      expect([ariaDisabled, dataset.loading]).toEqual(['true', undefined]);
    });
    fireEvent.mouseEnter(await button('Signalrapport'));
    expect(await screen.findByText('Det er ikke målt noe signal i en dekningstest ennå.')).toBeDefined();
    await userEvent.click(await button('Signalrapport'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('[D2.014 D2.015] shows a loader while it loads, and then opens a dialog with the signal of each sensor', async () => {
    let answer = (_: Response) => {};
    answers[walkTest] = new Promise((resolve) => {
      answer = resolve;
    });
    await show(home);
    expect((await button('Signalrapport')).dataset.loading).toBe('true');
    answer(
      Response.json({
        sensors: [
          { ...sensor, sensorTypeCode: 'magnetic', sensorTypeName: 'doorContact' },
          {
            ...sensor,
            gatewayId: '4100020',
            name: '',
            sensorTypeName: null,
            dect: true,
            signalStrength: null,
            time: null,
          },
        ],
      }),
    );
    await vi.waitFor(async () => expect((await button('Signalrapport')).dataset.loading).toBeUndefined());
    await userEvent.click(await button('Signalrapport'));
    const dialog = await screen.findByRole('dialog', { name: 'Signalrapport for Rom 101' });
    const [, first, second] = within(dialog).getAllByRole('row');
    // The words of the list of sensors.
    expect(first?.textContent).toMatch(/^Stue DørsensorMeget godt \(8\) \d\d\./);
    expect(second?.textContent).toBe('410002 Trådløs sensor · DECTIkke målt ');
  });

  it('says that the measurements could not be fetched', async () => {
    answers[walkTest] = Promise.resolve(Response.json({ code: 'internal', status: 500 }, { status: 500 }));
    await show(home);
    await vi.waitFor(async () => {
      const { ariaDisabled, dataset } = await button('Signalrapport');
      expect([ariaDisabled, dataset.loading]).toEqual(['true', undefined]);
    });
    fireEvent.mouseEnter(await button('Signalrapport'));
    expect(await screen.findByText('Kunne ikke hente måledata.')).toBeDefined();
  });

  it('is absent for hardware without a walk test', async () => {
    await show({ dehaId: 34 });
    expect(screen.queryByRole('button', { name: 'Signalrapport' })).toBeNull();
  });
});

describe('the GDPR report', () => {
  beforeEach(() => {
    answers['/ajax/profile/map_consent'] = Promise.resolve(Response.json({ given: true }));
  });
  const period = { custName: 'Solvik', erasedAt: null, mayBearName: false, consents: [], beginsAt: 1 };

  it('[D1.041] is the export of all that is held about the present wearer', async () => {
    const opened: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      opened.push(this.href);
    });
    answers['/ajax/personal_data/devices/1'] = Promise.resolve(
      Response.json({
        ...{ deviId: 1, deviceName: 'Rom 101', deviceSNNum: 'SO000001' },
        periods: [
          { ...period, assignmentId: 8, endsAt: null },
          { ...period, assignmentId: 7, endsAt: 5 },
        ],
      }),
    );
    await show({ dehaId: 13, abilities: ['personalData'] });
    fireEvent.click(await button('GDPR-rapport'));
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    expect(opened[0]).toMatch(/\/ajax\/personal_data\/assignments\/8\/export\?language=nb$/);
  });

  it('says that there is none while nobody wears the device', async () => {
    answers['/ajax/personal_data/devices/1'] = Promise.resolve(
      Response.json({
        ...{ deviId: 1, deviceName: 'Rom 101', deviceSNNum: 'SO000001' },
        periods: [{ ...period, assignmentId: 7, endsAt: 5 }],
      }),
    );
    await show({ dehaId: 13, abilities: ['personalData'] });
    fireEvent.click(await button('GDPR-rapport'));
    expect(await screen.findByText('Enheten er ikke i bruk hos noen.')).toBeDefined();
  });

  it('is for administrators of personal data alone', async () => {
    await show();
    expect(screen.queryByRole('button', { name: 'GDPR-rapport' })).toBeNull();
  });
});

describe('how long the log is kept', () => {
  const saved = vi.fn<(body: unknown) => void>();
  const showSettings = async (dehaId: number) => {
    const hardware = hardwareById(dehaId);
    if (hardware === undefined) throw new Error(`hardware ${dehaId} is missing`);
    const record = settingsRecord(hardware);
    vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
      if (method === 'PUT') saved(JSON.parse(String(body)));
      return Response.json(url.endsWith('/settings') ? record : { sensors: [] });
    });
    await show({ dehaId });
  };
  const answer = async (name: string) => {
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toMatch(/slettes for godt i løpet av en time/);
    await userEvent.click(within(dialog).getByRole('button', { name }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const days = () => screen.findByLabelText<HTMLSelectElement>('Behold loggen');

  it.each([34, 13, 2])(
    '[C2.74] is chosen on the page of the logs of %i, with Cancel and Save, after a question',
    async (dehaId) => {
      await showSettings(dehaId);
      expect([...(await days()).options].map(({ value }) => value)).toEqual(['0', '7', '30', '90', '180']);
      expect(isOff(await button('Lagre'))).toBe(true);
      await userEvent.selectOptions(await days(), '30');
      await answer('Avbryt');
      expect((await days()).value).toBe('0');
      await userEvent.selectOptions(await days(), '30');
      await answer('Fortsett');
      await userEvent.click(await button('Avbryt'));
      expect([(await days()).value, isOff(await button('Lagre'))]).toEqual(['0', true]);
      await userEvent.selectOptions(await days(), '90');
      await answer('Fortsett');
      await userEvent.click(await button('Lagre'));
      await vi.waitFor(() =>
        expect(saved).toHaveBeenLastCalledWith({ values: { logKeptDays: 90 }, began: { logKeptDays: 0 } }),
      );
    },
  );
});
