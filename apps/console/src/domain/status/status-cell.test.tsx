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

  const marks = (fields: Parameters<typeof deviceRow>[0]) => {
    const { unmount } = renderPart(<StatusCell device={deviceRow(fields)} ahp={false} />);
    const found = screen.queryAllByRole('img').map((mark) => {
      const icon = /tabler-icon-([a-z-]+)/.exec(mark.querySelector('svg')?.getAttribute('class') ?? '');
      return [mark.ariaLabel, icon?.[1]];
    });
    unmount();
    return found;
  };

  it('shows a mark for a technical warning that is not the status itself [C4.08]', () => {
    expect(marks({ status: 'alarm', generalWarning: true })).toEqual([['Teknisk varsel', 'alert-circle']]);
    expect(marks({ status: 'general', generalWarning: true })).toEqual([]);
    expect(marks({ status: 'alarm' })).toEqual([]);
  });

  it('shows a mark for a low battery in a sensor, whatever the status is [C4.09]', () => {
    for (const status of ['alarm', 'battery', 'general', 'clear'] as const)
      expect(marks({ status, sensorLowBattery: true })).toEqual([['Lavt batteri i en sensor', 'battery-exclamation']]);
  });

  it('has another colour in the alarm partners’ view for an alarm that was not escalated [C4.07]', () => {
    const colourOf = (fields: Parameters<typeof deviceRow>[0], ahp: boolean) => {
      const { container, unmount } = renderPart(<StatusCell device={deviceRow(fields)} ahp={ahp} />);
      const colour = container.querySelector('[data-colour]')?.getAttribute('data-colour');
      unmount();
      return colour;
    };
    expect(colourOf({ status: 'fire' }, true)).toBe('nonEscalatedAlarm');
    expect(colourOf({ status: 'fire', escalated: true }, true)).toBe('alarm');
    expect(colourOf({ status: 'fire' }, false)).toBe('alarm');
    expect(colourOf({ status: 'offline' }, true)).toBe('offline');
  });

  it('says there in words whether the alarm has come to the alarm centre, since colour alone says nothing to many [C4.07]', () => {
    const textOf = (fields: Parameters<typeof deviceRow>[0], ahp: boolean) => {
      const { container, unmount } = renderPart(<StatusCell device={deviceRow(fields)} ahp={ahp} />);
      const text = container.querySelector('[data-colour]')?.textContent;
      unmount();
      return text;
    };
    expect(textOf({ status: 'fire' }, true)).toBe('BrannIkke overført');
    expect(textOf({ status: 'fire', escalated: true }, true)).toBe('BrannOverført til alarmsentral');
    expect(textOf({ status: 'fire', escalated: true }, false)).toBe('Brann');
    expect(textOf({ status: 'offline' }, true)).toBe('Frakoblet');
  });
});
