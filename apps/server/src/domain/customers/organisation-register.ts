import { enteredText } from '@varde/catalogue/entered-text';
import { zipCode } from '@varde/catalogue/markets';
import type { Address } from '@varde/contract/fields';
import { z } from 'zod';

export interface RegisteredOrganisation {
  name: string;
  /** Null when the register has no address in Norway. */
  address: Address | null;
}

/** A public register of organisations. */
export interface OrganisationRegister {
  /** The organisation with this number (nine digits); null when it is unknown, or the register does not answer. */
  find(orgNumber: string): Promise<RegisteredOrganisation | null>;
}

const timeoutMs = 5_000;
const largestAnswer = 200_000;

const line = (max: number) =>
  z.string().transform((text) =>
    enteredText(text)
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, max),
  );
/** The fields of an answer that Varde uses. */
const unit = z.object({
  navn: line(120).pipe(z.string().min(1)),
  slettedato: z.string().nullish(),
  forretningsadresse: z
    .object({
      landkode: z.string().nullish(),
      postnummer: z.string().nullish(),
      poststed: z.string().nullish(),
      adresse: z.array(z.string().nullable()).nullish(),
    })
    .nullish(),
});

/**
 * Brønnøysundregistrene's open register of units: `GET {url}/enheter/{number}`, as
 * `https://data.brreg.no/enhetsregisteret/api` answers it. A deleted number is unknown.
 */
export function createBrregRegister(url: string): OrganisationRegister {
  return {
    async find(orgNumber) {
      try {
        const response = await fetch(`${url.replace(/\/$/, '')}/enheter/${encodeURIComponent(orgNumber)}`, {
          headers: { accept: 'application/json' },
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!response.ok) return null;
        const text = await response.text();
        return text.length > largestAnswer ? null : presentUnit(JSON.parse(text));
      } catch {
        return null; // an unavailable register must not prevent registration
      }
    },
  };
}

function presentUnit(answer: unknown): RegisteredOrganisation | null {
  const parsed = unit.safeParse(answer);
  if (!parsed.success || parsed.data.slettedato) return null;
  const { navn, forretningsadresse } = parsed.data;
  const { landkode, postnummer, poststed, adresse } = forretningsadresse ?? {};
  const lines = (adresse ?? []).flatMap((each) => (each ? [line(120).parse(each)] : [])).filter(Boolean);
  const [address1, ...rest] = lines;
  const zip = postnummer ? zipCode(1, postnummer) : null;
  const isComplete = landkode === 'NO' && address1 !== undefined && zip !== null && Boolean(poststed);
  return {
    name: navn,
    address: isComplete
      ? { address1, address2: line(120).parse(rest.join(', ')), zip, city: line(80).parse(poststed) }
      : null,
  };
}
