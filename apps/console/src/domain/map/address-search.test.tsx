import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { AddressSearch } from './address-search.tsx';

const asked: string[] = [];
let hasService: boolean;
let answer: (url: URL) => object | Promise<object>;
beforeEach(() => {
  asked.length = 0;
  hasService = true;
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://varde.example');
    if (url.pathname === '/ajax/config') return Response.json({ addressSearch: hasService });
    asked.push(`${url.pathname} ${url.searchParams.get('text')}`);
    const given = await answer(url);
    return given instanceof Response ? given : Response.json(given);
  });
});
afterEach(() => vi.unstubAllGlobals());

const storgata = { address: 'Storgata 1, 6002 ÅLESUND', place: { lat: 62.4722, lng: 6.1549 } };
const found = (...addresses: object[]) => ({ state: 'found', addresses });
const onFound = vi.fn();
/** Moves what is searched for, as the user does by dragging it. */
let drag: (placed: string) => void;
function Placed() {
  const [placed, setPlaced] = useState('here');
  drag = (to) => act(() => setPlaced(to));
  return <AddressSearch deviId={7} placed={placed} onFound={onFound} />;
}
async function type(text: string) {
  onFound.mockReset();
  renderPart(<Placed />);
  const field = await screen.findByLabelText('Søk etter adresse', { selector: 'input' });
  await userEvent.type(field, text);
  return field;
}

it('[D7.101] completes what is typed, and finds the place of the address that is chosen', async () => {
  let tries = 0;
  answer = () => (tries++ === 0 ? { state: 'asking', addresses: [] } : found(storgata));
  const field = await type('Storg');
  await userEvent.click(await screen.findByRole('option', { name: 'Storgata 1, 6002 ÅLESUND' }));
  expect(onFound.mock.calls).toEqual([[storgata]]);
  expect(field).toHaveProperty('value', 'Storgata 1, 6002 ÅLESUND');
  expect(asked).toEqual(['/ajax/devices/7/geocode/complete Storg', '/ajax/devices/7/geocode/complete Storg']);
});

it('searches the place of an address that came without one', async () => {
  answer = ({ pathname }) => (pathname.endsWith('/search') ? found(storgata) : found({ ...storgata, place: null }));
  await type('Storg');
  await userEvent.click(await screen.findByRole('option', { name: 'Storgata 1, 6002 ÅLESUND' }));
  await vi.waitFor(() => expect(onFound.mock.calls).toEqual([[storgata]]));
  expect(asked.at(-1)).toBe('/ajax/devices/7/geocode/search Storgata 1, 6002 ÅLESUND');
});

it('does not take an address that was suggested for the letters before for what is typed since', async () => {
  const other = { address: 'Storgata 5, 5003 BERGEN', place: { lat: 60.39, lng: 5.32 } };
  answer = ({ pathname }) => found(pathname.endsWith('/search') ? other : storgata);
  const field = await type('Storg');
  await screen.findByRole('option', { name: 'Storgata 1, 6002 ÅLESUND' });
  await userEvent.type(field, 'ata 5 Bergen{Enter}');
  await vi.waitFor(() => expect(onFound.mock.calls).toEqual([[other]]));
  expect(asked.at(-1)).toBe('/ajax/devices/7/geocode/search Storgata 5 Bergen');
});

it('does not move what the user has moved while a slow search was under way', async () => {
  let respond: (found: object) => void = () => {};
  answer = ({ pathname }) =>
    pathname.endsWith('/search') ? new Promise<object>((resolve) => (respond = resolve)) : found();
  const field = await type('Storgata 1{Enter}');
  await vi.waitFor(() => expect(asked.at(-1)).toBe('/ajax/devices/7/geocode/search Storgata 1'));
  drag('there');
  respond(found(storgata));
  await userEvent.type(field, '2');
  await vi.waitFor(() => expect(asked.at(-1)).toBe('/ajax/devices/7/geocode/complete Storgata 12'));
  expect(onFound).not.toHaveBeenCalled();
});

it('says when the service does not answer, asks no more, and begins anew for other words', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    answer = () => ({ state: 'asking', addresses: [] });
    const field = await type('Storg');
    expect(await screen.findByText('Søker …')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText('Adressetjenesten svarer ikke. Prøv igjen om litt.')).toBeDefined();
    expect(screen.queryByText('Søker …')).toBeNull();
    expect(asked).toHaveLength(20);
    answer = () => found(storgata);
    await userEvent.type(field, 'a');
    expect(await screen.findByRole('option', { name: 'Storgata 1, 6002 ÅLESUND' })).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});

const refusal = () =>
  Response.json(
    { type: 'about:blank', title: '', status: 429, code: 'tooManyCalls' },
    { status: 429, headers: { 'content-type': 'application/problem+json' } },
  );
const tooMany = 'For mange handlinger på en gang. Vent litt og prøv igjen.';

it('says that too many are asking when the server refuses the search', async () => {
  answer = refusal;
  await type('Storg');
  expect(await screen.findByText(tooMany)).toBeDefined();
});

it('says what is wrong when the server refuses a search that it has begun, and asks no more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    answer = () => ({ state: 'asking', addresses: [] });
    await type('Storg');
    expect(await screen.findByText('Søker …')).toBeDefined();
    answer = refusal;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText(tooMany)).toBeDefined();
    expect(screen.queryByText('Søker …')).toBeNull();
    const before = asked.length;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(asked).toHaveLength(before);
  } finally {
    vi.useRealTimers();
  }
});

it('says that nothing was found, or that the customer does not allow it', async () => {
  answer = () => found();
  await type('Utopia');
  expect(await screen.findByText('Fant ingen adresse.')).toBeDefined();
  answer = () => ({ state: 'off', addresses: [] });
  await userEvent.type(screen.getByLabelText('Søk etter adresse', { selector: 'input' }), ' 7');
  expect(await screen.findByText('Kunden tillater ikke at adresser slås opp.')).toBeDefined();
  expect(onFound).not.toHaveBeenCalled();
});

it('says that the service does not answer, and not that there is no such address; the same words are asked for again', async () => {
  answer = () => ({ state: 'silent', addresses: [] });
  const field = await type('Lia 7');
  expect(await screen.findByText('Adressetjenesten svarer ikke. Prøv igjen om litt.')).toBeDefined();
  expect(screen.queryByText('Fant ingen adresse.')).toBeNull();
  answer = () => found(storgata);
  await userEvent.type(field, '{Backspace}');
  await vi.waitFor(() => expect(asked.at(-1)).toMatch(/complete Lia$/));
  await userEvent.type(field, '7');
  await vi.waitFor(() => expect(asked.at(-1)).toMatch(/complete Lia 7$/));
  expect(await screen.findByRole('option', { name: 'Storgata 1, 6002 ÅLESUND' })).toBeDefined();
  expect(screen.queryByText('Adressetjenesten svarer ikke. Prøv igjen om litt.')).toBeNull();
});

it('is not there without an address service', async () => {
  hasService = false;
  const configured = vi.fn();
  const fetched = fetch;
  vi.stubGlobal('fetch', async (address: string) => {
    configured();
    return fetched(address);
  });
  renderPart(<Placed />);
  await vi.waitFor(() => expect(configured).toHaveBeenCalled());
  expect(screen.queryByLabelText('Søk etter adresse')).toBeNull();
});
