import { useState } from 'react';
import shared from './shared-screen.module.css';
import type { SharedTexts } from './shared-texts.ts';

/** The image of the wearer, blurred until it is pressed, so that passers-by do not see it. */
export function KinImage({ url, words }: { url: string; words: SharedTexts['kin'] }) {
  const [isShown, setIsShown] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return <span>{words.none}</span>;
  return (
    <button
      type="button"
      className={shared.image}
      aria-pressed={isShown}
      aria-label={isShown ? words.hide : words.reveal}
      onClick={() => setIsShown(!isShown)}
    >
      <img src={url} alt="" style={isShown ? undefined : { filter: 'blur(18px)' }} onError={() => setHasFailed(true)} />
    </button>
  );
}
