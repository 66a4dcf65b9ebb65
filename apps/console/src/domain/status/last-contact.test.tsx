import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { LastContact } from './last-contact.tsx';

describe('last contact', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(2026, 10, 20, 12, 0, 0) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ages by itself, and has the exact time on hover [C9.10 C9.11]', () => {
    renderPart(<LastContact time={Date.now() - 60_000} />);
    const time = screen.getByText('for 1 minutt siden');
    expect(time.getAttribute('title')).toBe('20.11.2026 11:59:00');
    act(() => {
      vi.advanceTimersByTime(60_000);
    });
    expect(screen.getByText('for 2 minutter siden')).toBe(time);
  });

  it('shows that the device was never in contact', () => {
    renderPart(<LastContact time={null} />);
    expect(screen.getByText('Aldri')).toBeDefined();
  });
});
