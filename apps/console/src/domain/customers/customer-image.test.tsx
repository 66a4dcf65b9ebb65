import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { CustomerImage } from './customer-image.tsx';

const imageIn = (container: HTMLElement) => container.querySelector('img');

describe("a customer's image", () => {
  it('is that of the customer or its nearest ancestor with one [C2.39]', () => {
    const { container } = renderPart(<CustomerImage custId={7} version={12} />);
    expect(imageIn(container)?.getAttribute('src')).toBe('/ajax/file/municipalityimage/top/7?version=12');
    expect(imageIn(container)?.alt, 'the name stands beside it').toBe('');
  });

  it('is requested by a device too [D7.093]', () => {
    const { container } = renderPart(<CustomerImage deviId={3} />);
    expect(imageIn(container)?.getAttribute('src')).toBe('/ajax/file/municipalityimage/3/');
  });

  it('is hidden when it is missing, and shown when another version exists [C2.40]', () => {
    const { container, rerender } = renderPart(<CustomerImage custId={7} />);
    const image = imageIn(container);
    if (image) fireEvent.error(image);
    expect(imageIn(container)).toBeNull();
    rerender(<CustomerImage custId={7} version={13} />);
    expect(imageIn(container)).not.toBeNull();
  });
});
