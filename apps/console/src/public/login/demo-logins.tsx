import type { Output } from '#data/api/call.ts';
import styles from '../public.module.css';
import type { LoginTexts } from './login-texts.ts';

interface DemoLoginsProps {
  texts: LoginTexts;
  logins: NonNullable<Output<'getConfig'>['demoLogins']>;
  onChoose: (login: { username: string; password: string }) => void;
}

/** One button for each role of the demo organisation; the server sends them with the demo switch only. */
export function DemoLogins({ texts, logins, onChoose }: DemoLoginsProps) {
  return (
    <section className={styles.demo} aria-labelledby="demo-logins">
      <h2 id="demo-logins">{texts.demo}</h2>
      <p>{texts.demoHelp}</p>
      <ul>
        {logins.map(({ who, username, password }) => (
          <li key={username}>
            <button type="button" onClick={() => onChoose({ username, password })}>
              {who}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
