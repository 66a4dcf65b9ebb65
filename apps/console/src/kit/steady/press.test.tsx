import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSteady } from './press.ts';

function Shown({ value }: { value: string }) {
  return <output>{useSteady(value)}</output>;
}
const shown = () => screen.getByRole('status').textContent;

describe('the content shown during a press', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const show = () => {
    const { rerender } = render(<Shown value="before" />);
    return (value: string) => rerender(<Shown value={value} />);
  };

  it('stays until the click is over, and is up to date right after it', async () => {
    const change = show();
    fireEvent.pointerDown(document.body);
    change('after');
    expect(shown()).toBe('before');
    fireEvent.pointerUp(document.body);
    expect(shown(), 'the click is still to come').toBe('before');
    fireEvent.click(document.body);
    await pass(0);
    expect(shown()).toBe('after');
  });

  it('waits for the click of a finger, which comes after the finger is lifted', async () => {
    const change = show();
    fireEvent.pointerDown(document.body);
    fireEvent.pointerUp(document.body);
    change('after');
    await pass(99);
    expect(shown()).toBe('before');
    await pass(1);
    expect(shown(), 'there was no click').toBe('after');
  });

  it('is updated when the press becomes a scroll, and when it is held for too long', async () => {
    const change = show();
    fireEvent.pointerDown(document.body);
    change('scrolled');
    fireEvent.pointerCancel(document.body);
    await pass(0);
    expect(shown()).toBe('scrolled');
    fireEvent.pointerDown(document.body);
    change('held');
    await pass(1999);
    expect(shown()).toBe('scrolled');
    await pass(1);
    expect(shown()).toBe('held');
  });

  it('follows every change without a press', () => {
    const change = show();
    change('after');
    expect(shown()).toBe('after');
  });
});
