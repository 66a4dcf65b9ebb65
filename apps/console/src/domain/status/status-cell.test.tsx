import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { StatusCell } from './status-cell.tsx';

describe('the status of a device', () => {
  it.each([
    ['lastMessageOnly', 'status'],
    ['fire', 'alarm'],
    ['manDown', 'status'],
    ['epilepsy', 'alarm'],
    ['alarm', 'alarm'],
    ['wanderer', 'status'],
    ['geofence', 'geofenceWarning'],
    ['selfCheck', 'selfcheck'],
    ['outOfBed', 'status'],
    ['fridge', 'status'],
    ['inBed', 'status'],
    ['outOfBattery', 'lowBattery'],
    ['offline', 'offline'],
    ['tcpDisabled', 'status'],
    ['outdatedPosition', 'status'],
    ['battery', 'lowBattery'],
    ['powerFailure', 'powerFailure'],
    ['inactive', 'status'],
    ['general', 'status'],
    ['clear', 'clear'],
  ] as const)('%s has the colour %s, and an icon and words besides it [C4.05 C4.06]', (status, colour) => {
    renderPart(
      <p>
        <StatusCell device={deviceRow({ status })} ahp={false} />
      </p>,
    );
    const cell = screen.getByRole('paragraph');
    expect(cell.querySelector('[data-colour]')?.getAttribute('data-colour')).toBe(colour);
    expect(cell.querySelector('svg')).not.toBeNull();
    expect(cell.textContent?.trim()).not.toBe('');
    expect(cell.textContent, 'words and not the key of a missing text').not.toContain(status);
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
