import { screen } from '@testing-library/react';
import { statuses } from '@varde/catalogue/statuses';
import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { StatusCell } from './status-cell.tsx';

describe('the status of a device', () => {
  it.each(statuses.map(({ key }) => key))('%s has an icon and a text besides its colour', (status) => {
    const { container } = renderPart(<StatusCell device={deviceRow({ status })} ahp={false} />);
    expect(container.querySelector('svg')).not.toBeNull();
    expect(container.textContent?.trim()).not.toBe('');
  });

  it('shows a mark for a technical warning that is not the status itself', () => {
    renderPart(<StatusCell device={deviceRow({ status: 'alarm', generalWarning: true })} ahp={false} />);
    expect(screen.getByRole('img', { name: 'Teknisk varsel' })).toBeDefined();
  });

  it('has another colour in the alarm partners’ view for an alarm that was not escalated', () => {
    const { container } = renderPart(<StatusCell device={deviceRow({ status: 'fire' })} ahp />);
    expect(container.querySelector('[data-colour]')?.getAttribute('data-colour')).toBe('nonEscalatedAlarm');
  });
});
