import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { deviceDetail } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { LogsTab } from './logs-tab.tsx';

it('shows the export of personal data disabled, and says that it comes later [D2.016 D2.017]', async () => {
  await renderPage(<LogsTab device={deviceDetail()} tab="logs" />);
  const button = screen.getByRole('button', { name: 'Eksporter personopplysninger' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.mouseEnter(button);
  expect(await screen.findByText('Denne funksjonen kommer senere.')).toBeDefined();
});
