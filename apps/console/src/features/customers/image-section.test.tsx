import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Customer } from '@varde/contract/customers';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { customerRecord } from '../../testing/records.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ImageSection } from './image-section.tsx';

const customer = (image: Customer['image']) => customerRecord({ image });
const fetched = vi.fn<typeof fetch>();

beforeAll(() => withAdministrationTexts(async () => undefined));
beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(
    async () => new Response(JSON.stringify(customer({ own: true, version: 5 })), { status: 200 }),
  );
  vi.stubGlobal('fetch', fetched);
});
const choose = (container: HTMLElement, file: File) => {
  const input = container.querySelector('input[type=file]');
  if (input) fireEvent.change(input, { target: { files: [file] } });
};

describe("the image in a customer's panel", () => {
  it('is sent unchanged', async () => {
    const { container } = await renderPage(<ImageSection customer={customer(null)} />);
    choose(container, new File(['abc'], 'a.png', { type: 'image/png' }));
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
    expect(fetched.mock.calls[0]?.[0]).toBe('/ajax/customers/7/image');
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'PUT', body: '{"image":"YWJj"}' });
  });

  it.each([
    ['of a kind that is not taken', new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })],
    ['that is too large', new File([new Uint8Array(524_289)], 'a.png', { type: 'image/png' })],
  ])('is refused with a reason before it is sent when it is %s', async (_, file) => {
    const { container } = await renderPage(<ImageSection customer={customer(null)} />);
    choose(container, file);
    expect((await screen.findByRole('alert')).textContent).toContain('maks. 512\u202fkB');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('can be removed when it is the customer’s own, not when it is inherited', async () => {
    const { unmount } = await renderPage(<ImageSection customer={customer({ own: false, version: 1 })} />);
    expect(screen.queryByRole('button', { name: 'Fjern bildet' })).toBeNull();
    unmount();
    await renderPage(<ImageSection customer={customer({ own: true, version: 1 })} />);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Fjern bildet' }));
    await vi.waitFor(() => expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'DELETE' }));
  });
});
