import { useState } from 'react';
import styles from './blurred-image.module.css';

interface BlurredImageProps {
  src: string;
  /** What a click does, while the image is hidden and while it is shown. */
  names: { reveal: string; hide: string };
  /** Pixels. */
  blur?: number;
  onError: () => void;
}

/**
 * An image that is blurred until it is clicked, so that passers-by do not see it, and again when another takes its
 * place (specification 2, section 4 "Image").
 */
export function BlurredImage({ src, names, blur = 16, onError }: BlurredImageProps) {
  const [revealed, setRevealed] = useState<string | null>(null);
  const shown = revealed === src;
  return (
    <button
      type="button"
      className={styles.frame}
      aria-pressed={shown}
      aria-label={shown ? names.hide : names.reveal}
      onClick={() => setRevealed(shown ? null : src)}
    >
      <img
        className={styles.image}
        style={shown ? undefined : { filter: `blur(${blur}px)` }}
        src={src}
        alt=""
        onError={onError}
      />
    </button>
  );
}
