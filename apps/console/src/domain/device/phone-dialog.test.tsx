import { ModalsProvider } from '@mantine/modals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ActionIcons } from '#kit/actions/action-icons.tsx';
import { deviceRow } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { useDeviceActions } from './use-device-actions.ts';

const Row = ({ phone }: { phone: string | null }) => (
  <ActionIcons className="" actions={useDeviceActions(deviceRow({ formattedPhoneNumE164: phone }), 'row')} />
);

it('the row shows the number in a dialog, with a link to call it without its spaces [C2.33 C5.05]', async () => {
  renderPart(
    <ModalsProvider>
      <Row phone="+47 22 33 44 55" />
    </ModalsProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Vis telefonnummeret til Rom 101' }));
  const link = await screen.findByRole('link', { name: '+47 22 33 44 55' });
  expect(link.getAttribute('href')).toBe('tel:+4722334455');
});

it('a device without a number has no such action', () => {
  renderPart(<Row phone={null} />);
  expect(screen.queryByRole('button', { name: /telefonnummer/ })).toBeNull();
});
