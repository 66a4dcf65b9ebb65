import { IconHeartbeat } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useTimeWords } from '#kit/time-words.ts';

/** Alarms may not get through: no test alarm of Varde's own has arrived for two intervals and a minute. */
export function SelfCheckNotice({ lastPassedAt }: { lastPassedAt: number | null }) {
  const { t } = useTranslation();
  const words = useTimeWords();
  return (
    <>
      <IconHeartbeat size={18} aria-hidden />
      <Link to="/admin/alarm_path">
        <span>
          {lastPassedAt === null
            ? t('alarmPath.noticeNever')
            : t('alarmPath.notice', { at: words.at(lastPassedAt, Date.now()) })}
        </span>
      </Link>
    </>
  );
}
