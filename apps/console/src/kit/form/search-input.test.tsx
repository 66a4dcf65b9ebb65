import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { SearchInput } from './search-input.tsx';

const searched = vi.fn();

function Page() {
  const [search, setSearch] = useState('');
  return (
    <>
      <SearchInput
        label="Søk"
        value={search}
        onChange={(words) => {
          searched(words);
          setSearch(words);
        }}
      />
      <button type="button">result</button>
    </>
  );
}
const field = () => screen.getByRole<HTMLInputElement>('searchbox');
const write = (value: string) => fireEvent.change(field(), { target: { value } });

describe('a search', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    searched.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('runs once typing pauses', async () => {
    renderPart(<Page />);
    write('r');
    await pass(199);
    write('ro');
    await pass(199);
    expect(searched).not.toHaveBeenCalled();
    await pass(1);
    expect(searched.mock.calls).toEqual([['ro']]);
  });

  it('runs at once when the field is left or emptied', async () => {
    renderPart(<Page />);
    write('rom');
    fireEvent.blur(field());
    expect(searched.mock.calls).toEqual([['rom']]);
    write('');
    expect(searched.mock.calls).toEqual([['rom'], ['']]);
    await pass(1000);
    expect(searched).toHaveBeenCalledTimes(2);
  });

  it('waits for the end of the press that leaves the field', async () => {
    renderPart(<Page />);
    write('rom');
    fireEvent.pointerDown(screen.getByRole('button', { name: 'result' }));
    fireEvent.blur(field());
    await pass(1000);
    expect(searched).not.toHaveBeenCalled();
    fireEvent.pointerUp(screen.getByRole('button', { name: 'result' }));
    fireEvent.click(screen.getByRole('button', { name: 'result' }));
    expect(searched).not.toHaveBeenCalled();
    await pass(0);
    expect(searched.mock.calls).toEqual([['rom']]);
  });

  it('whose pause ends during a press waits for its end as well', async () => {
    renderPart(<Page />);
    write('rom');
    await pass(150);
    fireEvent.pointerDown(document.body);
    await pass(100);
    expect(searched).not.toHaveBeenCalled();
    fireEvent.pointerCancel(document.body);
    await pass(0);
    expect(searched.mock.calls).toEqual([['rom']]);
  });

  it('does not run after its page is left', async () => {
    const { unmount } = renderPart(<Page />);
    write('rom');
    unmount();
    await pass(1000);
    expect(searched).not.toHaveBeenCalled();
  });
});
