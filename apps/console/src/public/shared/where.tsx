import type { SharedAlarm } from '@varde/contract/sharing';
import shared from './shared-screen.module.css';
import type { SharedTexts } from './shared-texts.ts';

/** Decimals of displayed coordinates (specification 2, section 9). */
const digits = 5;

interface WhereProps {
  texts: SharedTexts;
  /** A time, in words. */
  at: (time: number) => string;
  place: NonNullable<SharedAlarm['place']>;
}

/** A place with its coordinates and a link to a map. */
export function Where({ place: { place, posLati, posLong, posTime }, texts, at }: WhereProps) {
  if (posLati === null || posLong === null) return <span>{place}</span>;
  const degrees = `${posLati.toFixed(digits)}, ${posLong.toFixed(digits)}`;
  return (
    <>
      <span>{place ?? degrees}</span>
      {place !== null && <span className={shared.more}>{degrees}</span>}
      <a
        className={shared.map}
        href={`https://www.openstreetmap.org/?mlat=${posLati}&mlon=${posLong}#map=17/${posLati}/${posLong}`}
        target="_blank"
        rel="noreferrer"
      >
        {texts.map}
      </a>
      {posTime !== null && <span className={shared.more}>{texts.placeAt.replace('{{at}}', at(posTime))}</span>}
    </>
  );
}
