import { createServer, type ServerResponse } from 'node:http';

/** A call as it reached the service. */
export interface AddressCall {
  path: string;
  query: Readonly<Record<string, string>>;
  userAgent: string;
  at: number;
}

export interface AddressService {
  /** Where it is reached. */
  url: string;
  /** All calls, in the order of their arrival. */
  calls: AddressCall[];
  /** How calls are answered from now on. */
  answer: (response: ServerResponse, call: AddressCall) => void;
  close(): Promise<void>;
}

/** An address service on 127.0.0.1, which answers as a test says. */
export async function startAddressService(answer: AddressService['answer']): Promise<AddressService> {
  const service = { calls: [] as AddressCall[], answer };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const call = {
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      userAgent: String(request.headers['user-agent']),
      at: performance.now(),
    };
    service.calls.push(call);
    service.answer(response, call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the address service has no port');
  return Object.assign(service, {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

interface KartverketAddress {
  street: string;
  zip: string;
  city: string;
  lat: number;
  lng: number;
}

/** An answer of Kartverket's register. */
export const kartverketAnswer = (...found: readonly KartverketAddress[]) => ({
  metadata: { totaltAntallTreff: found.length, treffPerSide: 5, side: 0 },
  adresser: found.map(({ street, zip, city, lat, lng }) => ({
    adressenavn: street,
    adressetekst: street,
    postnummer: zip,
    poststed: city,
    representasjonspunkt: { epsg: 'EPSG:4258', lat, lon: lng },
    meterDistanseTilPunkt: 4.2,
  })),
});

export const storgata: KartverketAddress = {
  street: 'Storgata 1',
  zip: '6002',
  city: 'ÅLESUND',
  lat: 62.4722,
  lng: 6.1549,
};
