import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrregRegister, type OrganisationRegister } from './organisation-register.ts';

/** Answers as the register does: `GET /enheter/{number}`. */
const answers: Record<string, { status: number; body: string }> = {
  '974760673': {
    status: 200,
    body: JSON.stringify({
      organisasjonsnummer: '974760673',
      navn: 'REGISTERENHETEN I BRØNNØYSUND',
      forretningsadresse: {
        land: 'Norge',
        landkode: 'NO',
        postnummer: '8910',
        poststed: 'BRØNNØYSUND',
        adresse: ['Havnegata 48', null, '2. etasje'],
      },
      _links: {},
    }),
  },
  '923609016': {
    status: 200,
    body: JSON.stringify({
      navn: 'UTLANDET AS',
      forretningsadresse: { landkode: 'SE', adresse: ['Gatan 1'], poststed: 'Malmö' },
    }),
  },
  '810000001': { status: 200, body: JSON.stringify({ navn: 'BORTE AS', slettedato: '2020-01-01' }) },
  '810000002': { status: 200, body: '<html>' },
  '810000003': { status: 200, body: JSON.stringify({ navn: 'x'.repeat(300_000) }) },
  '810000004': { status: 500, body: '{}' },
  '810000005': { status: 200, body: JSON.stringify({ navn: 7 }) },
};

let server: Server;
let register: OrganisationRegister;
beforeAll(async () => {
  server = createServer((request, response) => {
    const number = request.url?.replace('/api/enheter/', '') ?? '';
    const { status, body } = answers[number] ?? { status: 404, body: '{}' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  register = createBrregRegister(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('an organisation is found with its name and address', async () => {
  expect(await register.find('974760673')).toEqual({
    name: 'REGISTERENHETEN I BRØNNØYSUND',
    address: { address1: 'Havnegata 48', address2: '2. etasje', zip: '8910', city: 'BRØNNØYSUND' },
  });
});

test('a foreign address is left out', async () => {
  expect(await register.find('923609016')).toEqual({ name: 'UTLANDET AS', address: null });
});

test.each([
  ['that nobody has', '999999999'],
  ['that was deleted', '810000001'],
  ['answered with something else than JSON', '810000002'],
  ['answered without end', '810000003'],
  ['answered with a fault', '810000004'],
  ['answered in another shape', '810000005'],
  ['that reaches for another path', '../roller'],
])('a number %s finds nothing, without an error', async (_, number) => {
  expect(await register.find(number)).toBeNull();
});

test('an unavailable register finds nothing', async () => {
  expect(await createBrregRegister('http://127.0.0.1:1').find('974760673')).toBeNull();
});
