import { ModalsProvider } from '@mantine/modals';
import { cleanup, screen } from '@testing-library/react';
import { routes } from '@varde/contract/routes';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { withAdministrationTexts, withDevicePageTexts } from '#texts/i18n.ts';
import { customerRecord, receiverRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { CustomerPanel } from './customer-panel.tsx';

beforeAll(async () => {
  await withAdministrationTexts(async () => undefined);
  await withDevicePageTexts(async () => undefined);
});

const kari = receiverRecord({ receiverId: 1, name: 'Kari' });
const centre = { custId: 9, firmName: 'Nordvakt', chosenBy: 7, takesAlarms: true };

async function show(alarmCentre: typeof centre | null, receivers = [kari]): Promise<string> {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/ajax/eventSetup/customers/7'))
      return Response.json({
        ...{
          custId: 7,
          customerName: 'Solvik',
          source: { kind: 'customer', custId: 7, customerName: 'Solvik' },
        },
        ...{ rev: 1, receivers, above: [], mayEdit: true, unavailable: [], limited: false, region: 'NO' },
        ...{ repeats: 0, pauseSeconds: 300, continueAbove: false, kinRights: [] },
        rights: { mobile: 'change', email: 'change' },
      });
    if (url === routes.getCustomer.path.replace(':custId', '7'))
      return Response.json(customerRecord({ custId: 7, firmName: 'Solvik', alarmCentre }));
    return new Promise(() => undefined);
  });
  await renderPage(
    <ModalsProvider>
      <CustomerPanel custId={7} onChoose={() => undefined} />
    </ModalsProvider>,
  );
  await screen.findByRole('region', { name: 'Mottakere' });
  return document.querySelector('[aria-labelledby="customer-list"]')?.textContent ?? '';
}

describe('the list of a customer in words', () => {
  it('ends with the alarm centre that counts for the customer', async () => {
    expect(await show(centre)).toContain('først Kari (SMS), så alarmsentralen (Nordvakt) etter 60 s');
  });

  it('reaches the alarm centre when nobody is on it', async () => {
    const words = await show(centre, []);
    expect(words).toContain('Nordvakt');
    expect(words).not.toMatch(/[Ii]ngen varsles/);
  });

  it('warns that nobody is told without a centre, and with one that takes no alarms', async () => {
    expect(await show({ ...centre, takesAlarms: false }, [])).toMatch(/[Ii]ngen varsles/);
    cleanup();
    expect(await show(null, [])).toMatch(/[Ii]ngen varsles/);
  });
});
