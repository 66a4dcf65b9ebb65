import styles from '../public.module.css';
import type { AccessTexts } from './access-texts.ts';

export function ToLogin({ texts }: { texts: AccessTexts }) {
  return (
    <p className={styles.links}>
      <a href="#/login">{texts.toLogin}</a>
    </p>
  );
}
