import { Button } from '@mantine/core';
import { IconCloudOff, IconHandStop, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Contact, useContact } from '#data/live/contact.ts';
import type { AlarmSound } from '#features/alarms/play-alarm-sound.ts';
import { SoundControl } from '#features/alarms/sound-control.tsx';
import { useSteady } from '#kit/steady/press.ts';
import { useTimeWords } from '#kit/time-words.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { reloadIfPossible } from '#ui/console-version.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { MenuFailed } from './menu-failed.tsx';
import styles from './status-strip.module.css';
import { useStoppedAlarmPath } from './use-stopped-alarm-path.ts';

const SelfCheckNotice = lazyPart(
  async () => (await withAdministrationTexts(() => import('./self-check-notice.tsx'))).SelfCheckNotice,
  MenuFailed,
);

interface StatusStripProps {
  sound: AlarmSound;
  /** The server's version is not the version of this page. */
  outdated: boolean;
  /** A press was ignored because its target had moved. */
  ignoredPress: boolean;
  /** The alarms, which come first. */
  children?: ReactNode;
}

/**
 * The alarms, whether more of them arrive in Varde and in this page, and whether they can be heard. Always of one height, so
 * that no notice moves what is below it; as long as all is well there are no words for it.
 */
export function StatusStrip(props: StatusStripProps) {
  const { t } = useTranslation();
  const contact = useSteady(useContact());
  const stopped = useSteady(useStoppedAlarmPath());
  const { sound, outdated } = useSteady(props);
  const message = useMessage({ contact, stopped, outdated, ignoredPress: props.ignoredPress });
  useStaleMark(contact.state);
  const warns = !stopped && (sound.blocked || (sound.mutedUntil !== null && sound.waiting > 0));
  return (
    <section
      className={styles.strip}
      aria-label={t('shell.status')}
      data-contact={contact.state}
      data-sound={warns ? 'warning' : undefined}
      data-stopped={stopped ? '' : undefined}
      data-says={warns || message !== null ? '' : undefined}
    >
      {props.children}
      <div role="status" className={styles.contact}>
        {message}
      </div>
      <SoundControl sound={sound} />
    </section>
  );
}

/** Marks the whole document, so that every part can dim data that may be out of date. */
function useStaleMark(contact: Contact['state']): void {
  useEffect(() => {
    document.documentElement.dataset.contact = contact;
  }, [contact]);
}

interface Told extends Pick<StatusStripProps, 'outdated' | 'ignoredPress'> {
  contact: Contact;
  stopped: ReturnType<typeof useStoppedAlarmPath>;
}

/** What is not as it should be; null: nothing. */
function useMessage({ contact, stopped, outdated, ignoredPress }: Told): ReactNode {
  const { t } = useTranslation();
  const words = useTimeWords();
  if (contact.state !== 'live') {
    const at = words.at(contact.since, Date.now());
    return (
      <>
        <IconCloudOff size={18} aria-hidden />
        <span>{t(contact.state === 'none' ? 'shell.noContact' : 'shell.polling', { at })}</span>
      </>
    );
  }
  if (ignoredPress) {
    return (
      <>
        <IconHandStop size={18} aria-hidden />
        <strong>{t('shell.ignoredPress')}</strong>
      </>
    );
  }
  if (stopped) return <SelfCheckNotice {...stopped} />;
  if (outdated) {
    return (
      <>
        <IconRefresh size={18} aria-hidden />
        <span>{t('shell.updated')}</span>
        <Button size="compact-sm" variant="default" onClick={() => void reloadIfPossible()}>
          {t('shell.reload')}
        </Button>
      </>
    );
  }
  return null;
}
