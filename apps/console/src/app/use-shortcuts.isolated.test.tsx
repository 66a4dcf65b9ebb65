import { act, fireEvent } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, it, vi } from 'vitest';
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

it('a pair of keys is understood although the page was drawn again between them, as it is each second of an alarm', async () => {
  await renderPage(<Page />);
  fireEvent.keyDown(document.body, { key: 'g' });
  act(() => renderAgain());
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(navigate).toHaveBeenCalledWith({ to: '/alarms' });
});
