import {
  type AddressService,
  kartverketAnswer,
  sendJson,
  startAddressService,
  storgata,
} from '@varde/testing/address-service';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGeocoders } from './create-geocoders.ts';
import { type Geocoder, QuestionRefused } from './geocoder.ts';

let service: AddressService;
beforeEach(async () => {
  service = await startAddressService((response) => sendJson(response, kartverketAnswer(storgata)));
});
afterEach(() => service.close());

const place = { lat: 62.4722, lng: 6.1549 };
const first = (geocoders: readonly Geocoder[]): Geocoder => {
  const [geocoder] = geocoders;
  if (geocoder === undefined) throw new Error('no service is configured');
  return geocoder;
};
const kartverket = (path = '') =>
  first(createGeocoders({ service: 'kartverket', url: service.url + path, google: null }));
const nominatim = () => first(createGeocoders({ service: 'nominatim', url: service.url, google: null }));
const google = () =>
  first(createGeocoders({ service: 'kartverket', url: null, google: { url: service.url, key: 'nøkkel' } }));

const farm = { objtype: 'Matrikkeladresse', adressetekst: '55/1', postnummer: '2680', poststed: 'VÅGÅ' };

describe('Kartverket', () => {
  test('the address nearest to a place is asked for by its coordinates', async () => {
    expect(await kartverket('/adresser/v1/').reverse(place)).toBe('Storgata 1, 6002 Ålesund');
    expect(service.calls).toMatchObject([
      {
        path: '/adresser/v1/punktsok',
        query: { lat: '62.4722', lon: '6.1549', treffPerSide: '1' },
        userAgent: 'Varde',
      },
    ]);
  });
  test('addresses are searched by words, and completed as they are typed', async () => {
    const found = [{ address: 'Storgata 1, 6002 Ålesund', place: { lat: 62.4722, lng: 6.1549 } }];
    expect(await kartverket().search('Storgata 1')).toEqual(found);
    expect(await kartverket().complete('Storg')).toEqual(found);
    expect(service.calls.map(({ query }) => query.sok)).toEqual(['Storgata 1', 'Storg*']);
  });
  test.each([
    ['Tangen 3, 2686 Lom', { adressetekst: 'Tangen 3', postnummer: '2686', poststed: 'LOM' }],
    ['Storgata 1, 8622 Mo i Rana', { adressetekst: 'Storgata 1', postnummer: '8622', poststed: 'MO I RANA' }],
    ['Bø 2, 7777 Nord-Statland', { adressetekst: 'Bø 2', postnummer: '7777', poststed: 'NORD-STATLAND' }],
    ['Nordigard Blessom, 2680 Vågå', { ...farm, adressetilleggsnavn: 'Nordigard Blessom' }],
    ['55/1, 2680 Vågå', { ...farm, adressetilleggsnavn: '' }],
  ])('%s is written as people in Norway write it', async (line, found) => {
    const hit = { objtype: 'Vegadresse', representasjonspunkt: { lat: 61.8, lon: 8.5 }, ...found };
    service.answer = (response) => sendJson(response, { adresser: [hit] });
    expect(await kartverket().reverse(place)).toBe(line);
  });
  test('a place far from every address has none', async () => {
    service.answer = (response) => sendJson(response, kartverketAnswer());
    expect(await kartverket().reverse(place)).toBe('');
  });
});

describe('Nominatim', () => {
  const answer = {
    ...{ display_name: '1, Storgata, Sentrum, Ålesund, 6002, Norge', lat: '62.4722', lon: '6.1549' },
    address: { road: 'Storgata', house_number: '1', postcode: '6002', city: 'Ålesund', country: 'Norge' },
  };
  test('an address is street, number, zip code and town', async () => {
    service.answer = (response, { path }) => sendJson(response, path === '/search' ? [answer] : answer);
    expect(await nominatim().reverse(place)).toBe('Storgata 1, 6002 Ålesund');
    expect(await nominatim().search('Storgata 1')).toEqual([{ address: 'Storgata 1, 6002 Ålesund', place }]);
    expect(service.calls.map(({ path, query }) => [path, query.lat ?? query.q])).toEqual([
      ['/reverse', '62.4722'],
      ['/search', 'Storgata 1'],
    ]);
  });
  test('a place without a street has what the service says, and one in the sea has none', async () => {
    service.answer = (response) => sendJson(response, { ...answer, address: undefined });
    expect(await nominatim().reverse(place)).toBe('1, Storgata, Sentrum, Ålesund, 6002');
    service.answer = (response) =>
      sendJson(response, { ...answer, address: { farm: 'Blessom', postcode: '2680', village: 'Vågå' } });
    expect(await nominatim().reverse(place)).toBe('Blessom, 2680 Vågå');
    service.answer = (response) => sendJson(response, { error: 'Unable to geocode' });
    expect(await nominatim().reverse(place)).toBe('');
  });
});

describe('the maps service', () => {
  const result = {
    formatted_address: 'Storgata 1, 6002 Ålesund, Norge',
    geometry: { location: { lat: 62.4722, lng: 6.1549 } },
  };
  const found = [{ address: 'Storgata 1, 6002 Ålesund', place }];

  test('[D7.099 D7.100] it finds places by addresses, and addresses by places, with the key', async () => {
    service.answer = (response) => sendJson(response, { status: 'OK', results: [result] });
    expect(await google().search('Storgata 1')).toEqual(found);
    expect(await google().reverse(place)).toBe('Storgata 1, 6002 Ålesund');
    expect(service.calls).toMatchObject([
      { path: '/geocode/json', query: { address: 'Storgata 1', key: 'nøkkel' } },
      { path: '/geocode/json', query: { latlng: '62.4722,6.1549', key: 'nøkkel' } },
    ]);
  });
  test('it completes addresses, which a search finds the places of', async () => {
    const predictions = [{ description: 'Storgata 1, Ålesund, Norge' }];
    service.answer = (response) => sendJson(response, { status: 'OK', predictions });
    expect(await google().complete('Storg')).toEqual([{ address: 'Storgata 1, Ålesund', place: null }]);
    expect(service.calls).toMatchObject([{ path: '/place/autocomplete/json', query: { input: 'Storg' } }]);
  });
  test('a plus code comes last, and a hit that lacks a part costs itself alone', async () => {
    const code = { ...result, formatted_address: 'F4C3+VX Ålesund, Norge', types: ['plus_code'] };
    service.answer = (response) => sendJson(response, { status: 'OK', results: [{ types: [] }, code, result] });
    expect(await google().reverse(place)).toBe('Storgata 1, 6002 Ålesund');
    service.answer = (response) => sendJson(response, { status: 'OK', results: [code] });
    expect(await google().reverse(place)).toBe('F4C3+VX Ålesund');
  });
  test('what is typed is searched with a key that does not open the completion', async () => {
    service.answer = (response, { path }) =>
      sendJson(response, path === '/geocode/json' ? { status: 'OK', results: [result] } : { status: 'REQUEST_DENIED' });
    const maps = google();
    for (const words of ['Storg', 'Storga']) expect(await maps.complete(words)).toEqual(found);
    expect(service.calls.map(({ path }) => path)).toEqual([
      '/place/autocomplete/json',
      '/geocode/json',
      '/geocode/json',
    ]);
  });
  test('it finds nothing, or refuses', async () => {
    service.answer = (response) => sendJson(response, { status: 'ZERO_RESULTS', results: [] });
    expect(await google().reverse(place)).toBe('');
    service.answer = (response) => sendJson(response, { status: 'OVER_QUERY_LIMIT', results: [] });
    await expect(google().reverse(place)).rejects.not.toBeInstanceOf(QuestionRefused);
    service.answer = (response) => sendJson(response, { status: 'INVALID_REQUEST', results: [] });
    await expect(google().reverse(place)).rejects.toBeInstanceOf(QuestionRefused);
  });
});

describe('an answer that is none fails, and no longer than five seconds', () => {
  test.each<[string, AddressService['answer']]>([
    ['a page for people', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hei</h1>')],
    ['an error', (response) => response.writeHead(500).end('{"adresser":[]}')],
    ['too many requests', (response) => response.writeHead(429, { 'retry-after': '60' }).end()],
    ['another address', (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
    ['half an answer', (response) => response.writeHead(200, { 'content-length': '999' }).end('{"adresser":')],
    ['nothing', (response) => response.destroy()],
  ])('%s', async (_what, answer) => {
    service.answer = answer;
    await expect(kartverket().reverse(place)).rejects.not.toBeInstanceOf(QuestionRefused);
  });
  test('a hundred megabytes, of which few are read', async () => {
    let sent = 0;
    service.answer = (response) => {
      const part = 'x'.repeat(65_536);
      const send = () => {
        while (sent < 100_000_000 && !response.destroyed) {
          sent += part.length;
          if (!response.write(part)) return response.once('drain', send);
        }
        return response.end();
      };
      send();
    };
    await expect(kartverket().reverse(place)).rejects.toThrow();
    expect(sent).toBeLessThan(20_000_000);
  });
  test('a service that hangs', async () => {
    service.answer = () => undefined;
    const began = performance.now();
    await expect(kartverket().reverse(place)).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(9_000);
  }, 15_000);
});

test.each<[string, AddressService['answer']]>([
  ['a no', (response) => sendJson(response, { feil: 'ugyldig' }, 400)],
  ['another shape', (response) => sendJson(response, { treff: [] })],
])('%s is about the question, and not about the service', async (_what, answer) => {
  service.answer = answer;
  await expect(kartverket().reverse(place)).rejects.toBeInstanceOf(QuestionRefused);
});

test('an address comes as one line of plain text, however long and whatever is in it', async () => {
  const street = `<b onclick="x()">A\u0301sgata\u0000\n 1</b>\u202e${'x'.repeat(900)}`;
  service.answer = (response) => sendJson(response, kartverketAnswer({ ...storgata, street }));
  const address = await kartverket().reverse(place);
  expect(address).toHaveLength(200);
  expect(address).toMatch(/^<b onclick="x\(\)">Ásgata 1<\/b>x+$/);
});
