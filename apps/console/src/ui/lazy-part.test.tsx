import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const Page = ({ name }: { name: string }) => <h1>{name}</h1>;
function Failed({ onRetry }: { onRetry: () => Promise<boolean> }) {
  return (
    <button type="button" onClick={() => void onRetry()}>
      retry
    </button>
  );
}
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
afterEach(() => {
  for (const link of document.head.querySelectorAll('link')) link.remove();
});

describe('a lazy part', () => {
  it('is shown once it is loaded, and is loaded once', async () => {
    const load = vi.fn(async () => Page);
    const Part = lazyPart(load, Failed, <p>loading</p>);
    render(<Part name="first" />);
    expect(screen.getByText('loading')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'first' })).toBeDefined();
    render(<Part name="second" />);
    expect(screen.getByRole('heading', { name: 'second' })).toBeDefined();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('that cannot be loaded says so, and every retry imports it again', async () => {
    const load = vi.fn<() => Promise<typeof Page>>(lost);
    const Part = lazyPart(load, Failed);
    render(<Part name="page" />);
    await userEvent.click(await screen.findByRole('button', { name: 'retry' }));
    expect(load).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('button', { name: 'retry' })).toBeDefined();
    load.mockImplementation(async () => Page);
    await userEvent.click(screen.getByRole('button', { name: 'retry' }));
    expect(await screen.findByRole('heading', { name: 'page' })).toBeDefined();
  });

  it('that throws is replaced by itself alone, and is rendered again by a retry, or for other props', async () => {
    let isOdd = true;
    const Odd = ({ name }: { name: string }) => {
      if (isOdd) throw new Error('odd');
      return <h1>{name}</h1>;
    };
    const Part = lazyPart(async () => Odd, Failed);
    const quiet = { onCaughtError: () => undefined };
    const page = (name: string) => (
      <>
        <p>beside</p>
        <Part name={name} />
      </>
    );
    const { rerender } = render(page('first'), quiet);
    const retry = await screen.findByRole('button', { name: 'retry' });
    expect(screen.getByText('beside')).toBeDefined();
    await userEvent.click(retry);
    expect(screen.getByRole('button', { name: 'retry' })).toBeDefined();
    isOdd = false;
    rerender(page('first'));
    expect(screen.queryByRole('heading'), 'for the same props nothing has changed').toBeNull();
    rerender(page('second'));
    expect(screen.getByRole('heading', { name: 'second' })).toBeDefined();
  });

  it('is retried on the next visit', async () => {
    const load = vi.fn<() => Promise<typeof Page>>(lost);
    const Part = lazyPart(load, Failed);
    const { unmount } = render(<Part name="page" />);
    await screen.findByRole('button', { name: 'retry' });
    unmount();
    load.mockImplementation(async () => Page);
    render(<Part name="page" />);
    expect(await screen.findByRole('heading', { name: 'page' })).toBeDefined();
  });

  it('is shown wherever it failed before, once another place has loaded it', async () => {
    const load = vi.fn<() => Promise<typeof Page>>(lost);
    const Part = lazyPart(load, Failed);
    render(<Part name="page" />);
    await screen.findByRole('button', { name: 'retry' });
    load.mockImplementation(async () => Page);
    expect(await Part.load()).toBe(true);
    expect(await screen.findByRole('heading', { name: 'page' })).toBeDefined();
  });

  it('is preloaded without an error when it is unavailable, and never reloads the page', async () => {
    const reload = vi.fn();
    vi.stubGlobal('location', { ...location, reload });
    const Part = lazyPart(lost, Failed);
    await expect(Part.preload()).resolves.toBeUndefined();
    expect(await Part.load()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it('removes a stylesheet that could not be loaded, so that the next attempt requests it again', async () => {
    const broken = 'http://localhost:3000/assets/page.css';
    document.head.append(
      ...[broken, 'http://localhost:3000/assets/other.css'].map((href) =>
        Object.assign(document.createElement('link'), { rel: 'stylesheet', href }),
      ),
    );
    const Part = lazyPart(() => Promise.reject(new Error(`Unable to preload CSS for ${broken}`)), Failed);
    await Part.load();
    expect([...document.querySelectorAll('link')].map(({ href }) => href)).toEqual([
      'http://localhost:3000/assets/other.css',
    ]);
  });
});
