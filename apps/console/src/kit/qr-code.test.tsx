import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

it('draws a code with a light margin of four modules, and has an accessible name', () => {
  render(<QrCode text="otpauth://totp/Varde:kari%40solvik.example" label="Kode for appen" size={200} />);
  const image = screen.getByRole('img', { name: 'Kode for appen' });
  const width = Number(image.getAttribute('viewBox')?.split(' ')[2]);
  const dark = [...(image.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h/g)];
  const places = dark.flatMap(([, column, row]) => [Number(column), Number(row)]);
  expect(Math.min(...places)).toBe(4);
  expect(Math.max(...places)).toBe(width - 5);
});
