import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../testing/render-part.tsx';
import { BlurredImage } from './blurred-image.tsx';

it.each([
  [undefined, 'blur(16px)'],
  [18, 'blur(18px)'],
])('an image is blurred by 16 pixels where no others are given: %s, until it is clicked [D4.031]', (blur, filter) => {
  const names = { reveal: 'Vis', hide: 'Skjul' };
  const given = blur === undefined ? {} : { blur };
  renderPart(<BlurredImage src="/a.png" names={names} {...given} onError={() => undefined} />);
  const image = () => screen.getByRole('button').querySelector('img');
  expect(image()?.style.filter).toBe(filter);
  fireEvent.click(screen.getByRole('button', { name: 'Vis' }));
  expect(image()?.style.filter).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Skjul' }));
  expect(image()?.style.filter).toBe(filter);
});
