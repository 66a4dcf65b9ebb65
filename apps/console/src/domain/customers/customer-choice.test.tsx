import { ModalsProvider } from '@mantine/modals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '@varde/contract/routes';
import { beforeEach, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { customerRecord } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { CustomerChoice } from './customer-choice.tsx';

const municipality = customerRecord({
  custId: 1,
  firmName: 'Solvik kommune',
  kind: 'municipality',
  childCount: 1,
});
const home = customerRecord({ custId: 2, parentId: 1, firmName: 'Solvik sykehjem' });

await withAdministrationTexts(async () => undefined);

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://varde.example');
    if (pathname !== routes.listCustomers.path) return Response.json(home);
    const customers = searchParams.get('parentId') === '1' ? [home] : [municipality];
    return Response.json({ customers, nextCursor: null, rootKinds: [] });
  });
});

const show = (custId: number | undefined, onChange = vi.fn()) => {
  renderPart(
    <>
      <ModalsProvider />
      <CustomerChoice label="Kunde" title="Vis enhetene til" none="Alle kunder" {...{ custId, onChange }} />
    </>,
  );
  return onChange;
};

it('a customer is chosen from the tree of customers, whose branches open one by one', async () => {
  const onChange = show(undefined);
  await userEvent.click(screen.getByRole('button', { name: 'Kunde Alle kunder' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Vis underliggende kunder for Solvik kommune' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Solvik sykehjem/ }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(2);
});

it('the chosen customer is named, and deselected with one press', async () => {
  const onChange = show(2);
  await screen.findByRole('button', { name: 'Kunde Solvik sykehjem' });
  await userEvent.click(screen.getByRole('button', { name: 'Alle kunder' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(undefined);
});
