import type { Place } from '@varde/contract/devices';
import { mapProgramLink } from '#domain/device/map-program.ts';
import shared from './shared-screen.module.css';
import type { SharedTexts } from './shared-texts.ts';

/** Decimals of displayed coordinates (specification 2, section 9). */
const digits = 5;

interface WhereProps {
  texts: SharedTexts;
  /** A time, in words. */
  at: (time: number) => string;
  /** Only that of an alarm has its address. */
  place: Place & { address?: string | null };
}

/** A place with its coordinates and a link to a map. */
export function Where({ place: { place, address, posLati, posLong, posTime }, texts, at }: WhereProps) {
  const named = [place, address].filter(Boolean).join(', ');
  if (posLati === null || posLong === null) return <span>{named}</span>;
  const degrees = `${posLati.toFixed(digits)}, ${posLong.toFixed(digits)}`;
  return (
    <>
      <span>{named || degrees}</span>
      {named !== '' && <span className={shared.more}>{degrees}</span>}
      <a className={shared.map} href={mapProgramLink(posLati, posLong)} target="_blank" rel="noreferrer">
        {texts.map}
      </a>
      {posTime !== null && <span className={shared.more}>{texts.placeAt.replace('{{at}}', at(posTime))}</span>}
    </>
  );
}
