import { Button } from '@mantine/core';
import { IconCloudCheck, IconCloudOff, IconHandStop, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Contact, useContact } from '#data/live/contact.ts';
import { SoundControl } from '#features/alarms/sound-control.tsx';
import type { AlarmSound } from '#features/alarms/use-alarm-sound.ts';
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
}

/**
 * Whether alarms arrive in Varde and in this page, and can be heard. Always shown at a constant height, so that no notice moves the
 * content below it.
 */
export function StatusStrip(props: StatusStripProps) {
  const { t } = useTranslation();
  const contact = useSteady(useContact());
  const stopped = useSteady(useStoppedAlarmPath());
  const { sound, outdated } = useSteady(props);
  useStaleMark(contact.state);
  const warns = !stopped && (sound.blocked || (sound.mutedUntil !== null && sound.waiting > 0));
  return (
    <section
      className={styles.strip}
      aria-label={t('shell.status')}
      data-contact={contact.state}
      data-sound={warns ? 'warning' : undefined}
      data-stopped={stopped ? '' : undefined}
    >
      <div role="status" className={styles.contact}>
        <ContactMessage {...{ contact, stopped, outdated }} ignoredPress={props.ignoredPress} />
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

interface ContactMessageProps extends Omit<StatusStripProps, 'sound'> {
  contact: Contact;
  stopped: ReturnType<typeof useStoppedAlarmPath>;
}

function ContactMessage({ contact, stopped, outdated, ignoredPress }: ContactMessageProps) {
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
  return (
    <>
      <IconCloudCheck size={18} aria-hidden />
      <span className={styles.calm}>{t('shell.connected')}</span>
    </>
  );
}
