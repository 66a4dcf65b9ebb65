import { IconNote } from '@tabler/icons-react';
import { act, fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActionIcons } from '#kit/actions/action-icons.tsx';
import { renderPage } from '../testing/render-page.tsx';
import { useShortcuts } from './use-shortcuts.tsx';

const navigate = vi.hoisted(() => vi.fn());
vi.mock('@tanstack/react-router', async (load) => ({
  ...(await load<object>()),
  useNavigate: () => navigate,
}));

let renderAgain: () => void;
function Page(): ReactNode {
  useShortcuts();
  const [count, setCount] = useState(0);
  renderAgain = () => setCount(count + 1);
  return count;
}

it('a pair of keys works when the page renders between them, as it does each second of an alarm', async () => {
  await renderPage(<Page />);
  fireEvent.keyDown(document.body, { key: 'g' });
  act(() => renderAgain());
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(navigate).toHaveBeenCalledWith({ to: '/alarms' });
});

describe('h in a row', () => {
  function Rows({ folded }: { folded: boolean }) {
    const [open, setOpen] = useState(false);
    useShortcuts();
    return (
      <div>
        <table>
          <tbody>
            <tr>
              <td>
                <button type="button" aria-expanded={open} onClick={() => setOpen(true)}>
                  more
                </button>
                {!folded && <ActionIcons className="" actions={[action('row')]} />}
              </td>
            </tr>
            {open && (
              <tr>
                <td>{folded && <ActionIcons className="" actions={[action('folded')]} />}</td>
              </tr>
            )}
          </tbody>
        </table>
        <div data-alarm={1}>
          <a href="#alarm">alarm</a>
          <div data-actions>
            <button type="button">claim</button>
          </div>
        </div>
        <input aria-label="field" />
      </div>
    );
  }
  const action = (key: string) => ({
    key,
    name: key,
    fullName: key,
    icon: IconNote,
    visible: true,
    perform: async () => undefined,
  });
  const press = (name: string) => {
    const element = screen.getByText(name);
    element.focus();
    fireEvent.keyDown(element, { key: 'h' });
  };
  const focused = () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent;
  // jsdom lays nothing out.
  beforeEach(() => {
    Element.prototype.checkVisibility = () => true;
  });
  afterEach(() => {
    Reflect.deleteProperty(Element.prototype, 'checkVisibility');
  });

  it('goes to the first action of the focused row, of a device or an alarm', async () => {
    await renderPage(<Rows folded={false} />);
    press('more');
    expect(focused()).toBe('row');
    press('alarm');
    expect(focused()).toBe('claim');
  });

  it('opens a row that folds its actions', async () => {
    await renderPage(<Rows folded />);
    press('more');
    await vi.waitFor(() => expect(focused()).toBe('folded'));
  });

  it('is a letter in a field, and does nothing outside of rows', async () => {
    await renderPage(<Rows folded={false} />);
    const field = screen.getByLabelText('field');
    field.focus();
    fireEvent.keyDown(field, { key: 'h' });
    expect(document.activeElement).toBe(field);
    field.blur();
    fireEvent.keyDown(document.body, { key: 'h' });
    expect(document.activeElement).toBe(document.body);
  });
});
