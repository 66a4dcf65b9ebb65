import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { BatteryMeter } from './battery-meter.tsx';

function drawn(battery: number | null, charging: boolean) {
  renderPart(
    <p>
      <BatteryMeter battery={battery} charging={charging} />
    </p>,
  );
  const meter = screen.getByRole('paragraph');
  const icon = meter
    .querySelector('svg')
    ?.getAttribute('class')
    ?.match(/tabler-icon-([a-z0-9-]+)/)?.[1];
  return { icon, text: meter.textContent };
}

describe('the battery', () => {
  it.each([
    [0, 'battery-1'],
    [1, 'battery-1'],
    [25, 'battery-1'],
    [26, 'battery-2'],
    [50, 'battery-2'],
    [51, 'battery-3'],
    [75, 'battery-3'],
    [76, 'battery-4'],
    [100, 'battery-4'],
  ])('at %i percent is drawn as %s, with the percentage beside it [C9.01]', (percent, icon) => {
    expect(drawn(percent, false)).toEqual({ icon, text: `${percent}\u202f%` });
  });

  it.each([1, 50, 100])('at %i percent has another icon while it charges, and says so in words [C9.02]', (percent) => {
    expect(drawn(percent, true)).toEqual({ icon: 'battery-charging', text: `${percent}\u202f%lader` });
  });

  it('that was never reported is neither empty nor charging', () => {
    expect(drawn(null, false)).toEqual({ icon: undefined, text: '–' });
  });
});
