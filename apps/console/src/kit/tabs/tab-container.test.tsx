import { IconBulb } from '@tabler/icons-react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { TabContainer, type TabEntry } from './tab-container.tsx';

const tab = (key: string, visible = true): TabEntry => ({
  key,
  name: `Tab ${key}`,
  icon: IconBulb,
  visible,
  content: () => <p>content of {key}</p>,
});

/** A container at `/box/:id`, followed by the key of a tab; `last`: the tabs that were last open, by address. */
async function show(entries: readonly TabEntry[], at: string, last = new Map<string, string>()) {
  const root = createRootRoute();
  const box = createRoute({
    getParentRoute: () => root,
    path: '/box/$id/{-$tab}',
    component: () => {
      const { id, tab: open } = box.useParams();
      const base = `/box/${id}` as const;
      return (
        <TabContainer
          label="Tabs"
          base={base}
          open={open}
          entries={entries}
          recall={() => last.get(base)}
          onOpen={(key) => void last.set(base, key)}
        />
      );
    },
  });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren([box]), history });
  await router.load();
  render(<RouterProvider router={router as never} />);
  const goTo = (to: string) => act(async () => history.push(to));
  return { router, history, goTo, path: () => router.state.location.pathname };
}
const names = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);
const contents = () => screen.queryAllByText(/^content/).map(({ textContent }) => textContent);

describe('tabs', () => {
  it('[C2.20] are opened by the last segment of the address, and only the open one shows its content', async () => {
    const { path, goTo } = await show([tab('one'), tab('two')], '/box/1/two');
    expect(contents()).toEqual(['content of two']);
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Tab two');
    await userEvent.click(screen.getByRole('link', { name: 'Tab one' }));
    await screen.findByText('content of one');
    expect(path()).toBe('/box/1/one');
    await goTo('/box/1/two');
    await screen.findByText('content of two');
    expect(contents()).toHaveLength(1);
  });

  it('[C2.21] redirect from an address without a tab, or with an unknown one, to the first visible tab', async () => {
    const entries = [tab('hidden', false), tab('one'), tab('two')];
    const first = await show(entries, '/box/2');
    await screen.findByText('content of one');
    expect(first.path()).toBe('/box/2/one');
    expect(first.history.length).toBe(1);
    await first.goTo('/box/3/unknown');
    await vi.waitFor(() => expect(first.path()).toBe('/box/3/one'));
  });

  it('[C2.22] that are hidden have no link and do not open by their address', async () => {
    const { path } = await show([tab('one'), tab('secret', false)], '/box/4/secret');
    await screen.findByText('content of one');
    expect(names()).toEqual(['Tab one']);
    expect(path()).toBe('/box/4/one');
  });

  it('may include actions, which run, once for a double press, and are no tabs, by their address and their look', async () => {
    const perform = vi.fn(async () => undefined);
    const action: TabEntry = { key: 'do', name: 'Do it', icon: IconBulb, visible: true, perform };
    const hidden: TabEntry = { ...action, key: 'not', name: 'Do not', visible: false };
    const { path } = await show([action, hidden, tab('one')], '/box/5/do');
    await screen.findByText('content of one');
    expect(path()).toBe('/box/5/one');
    expect(perform).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Do not' })).toBeNull();
    const button = screen.getByRole('button', { name: 'Do it' });
    expect(button.className).not.toBe(screen.getByRole('link').className);
    await userEvent.dblClick(button);
    expect(perform).toHaveBeenCalledOnce();
    expect(path()).toBe('/box/5/one');
  });

  it('reopen the tab that was last open at the same address, and not at another', async () => {
    const { goTo, path } = await show([tab('one'), tab('two')], '/box/6/two');
    await screen.findByText('content of two');
    await goTo('/box/7');
    await vi.waitFor(() => expect(path()).toBe('/box/7/one'));
    await goTo('/box/7/one');
    await goTo('/box/6');
    await vi.waitFor(() => expect(path()).toBe('/box/6/two'));
  });

  it('do not reopen a tab that is hidden by now', async () => {
    const { path } = await show([tab('one'), tab('two', false)], '/box/9', new Map([['/box/9', 'two']]));
    await vi.waitFor(() => expect(path()).toBe('/box/9/one'));
  });

  it('[D1.048] render nothing when none is visible, also beside an action', async () => {
    const perform = async () => undefined;
    const action: TabEntry = { key: 'do', name: 'Do it', icon: IconBulb, visible: true, perform };
    await show([tab('one', false), action], '/box/8');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(contents()).toEqual([]);
  });

  it('in a row that is wider than the screen are scrolled to the open one, and not while it is seen as a whole', async () => {
    const places = new Map([
      ['Tab one', 0],
      ['Tab two', 100],
      ['Tab six', 500],
    ]);
    const widths = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
    const offset = vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      return places.get(this.textContent) ?? 0;
    });
    const breadth = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
    const { goTo } = await show([tab('one'), tab('two'), tab('six')], '/box/11/six');
    const row = await screen.findByRole('navigation');
    expect(row.scrollLeft).toBe(340);
    await goTo('/box/11/two');
    await vi.waitFor(() => expect(row.scrollLeft).toBe(60));
    await goTo('/box/11/one');
    await vi.waitFor(() => expect(row.scrollLeft).toBeLessThanOrEqual(0));
    row.scrollLeft = 20;
    await goTo('/box/11/two');
    await screen.findByText('content of two');
    expect(row.scrollLeft).toBe(20);
    row.scrollLeft = 400;
    window.dispatchEvent(new Event('resize'));
    expect(row.scrollLeft, 'a phone that is turned').toBe(60);
    for (const spy of [widths, offset, breadth]) spy.mockRestore();
  });
});
