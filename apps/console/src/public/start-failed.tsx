import { preferredLanguage } from '#texts/language.ts';
import { loadFailedTexts } from '#texts/load-failed.ts';
import { reloadIfPossible } from '#ui/console-version.ts';
import styles from './start-failed.module.css';

/** Shown when the code of the console or of a public screen could not be loaded. */
export function StartFailed({ onRetry }: { onRetry: () => Promise<boolean> }) {
  const { title, retry } = loadFailedTexts[preferredLanguage()];
  return (
    <div role="alert" className={styles.failed}>
      <p>{title}</p>
      <button
        type="button"
        className={styles.retry}
        onClick={() => void onRetry().then((loaded) => (loaded ? undefined : reloadIfPossible()))}
      >
        {retry}
      </button>
    </div>
  );
}
