import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type OutageKind, outageKinds } from '@varde/catalogue/outages';
import { type StatusKey, statusByKey } from '@varde/catalogue/statuses';
import type { OutageOfCustomer } from '@varde/contract/outages';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { colourStyle } from '#domain/status/status-cell.tsx';
import { statusIcons } from '#domain/status/status-icons.ts';
import { useSteady } from '#kit/steady/press.ts';
import { useKeptFocus } from '#kit/steady/use-kept-focus.ts';
import { useTimeWords } from '#kit/time-words.ts';
import { useFormats } from '#kit/use-formats.ts';
import { useNow } from '#ui/clock.ts';
import styles from './outages.module.css';

const refreshMs = 5000;

/** Failures that hit many devices at once, above the alarms: one line, which opens to one row for each outage. */
export function Outages() {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const rows = useId();
  const { data, error } = useQuery({ ...apiQuery('listOutages', {}), refetchInterval: refreshMs });
  const outages = useSteady(data?.outages);
  useKeptFocus(frame);
  if (outages === undefined) return error && <p className={styles.failed}>{t('outages.failed')}</p>;
  if (outages.length === 0) return <div ref={frame} tabIndex={-1} />;
  return (
    <div ref={frame} tabIndex={-1}>
      <section className={styles.outages} aria-label={t('outages.title')}>
        <button
          type="button"
          className={styles.line}
          style={colourStyle(statusOf(worstOf(outages)).colour)}
          aria-expanded={open}
          aria-controls={open ? rows : undefined}
          onClick={() => setOpen(!open)}
        >
          <IconChevronRight size={18} aria-hidden className={styles.chevron} />
          <Line outages={outages} />
        </button>
        {open && <OutageRows id={rows} outages={outages} />}
      </section>
    </div>
  );
}

const statusKeys = Object.fromEntries(outageKinds.map(({ key, status }) => [key, status])) as Record<
  OutageKind,
  StatusKey
>;
const statusOf = ({ kind }: OutageOfCustomer) => statusByKey(statusKeys[kind]);

const worstOf = (outages: readonly OutageOfCustomer[]): OutageOfCustomer =>
  outages.reduce((worst, outage) => (outage.count > worst.count ? outage : worst));

/** The one outage, or how many there are and of how many devices. */
function Line({ outages }: { outages: readonly OutageOfCustomer[] }) {
  const { t } = useTranslation();
  const words = useTimeWords();
  const countWords = useCountWords();
  const now = useNow(1000);
  const worst = worstOf(outages);
  const Icon = statusIcons[statusOf(worst).icon];
  const isOne = outages.length === 1;
  const count = countWords(outages.reduce((sum, outage) => sum + outage.count, 0));
  const at = words.at(Math.min(...outages.map(({ since }) => since)), now);
  return (
    <>
      <span className={styles.icon}>
        <Icon size={20} aria-hidden />
      </span>
      <span className={styles.words}>
        <strong>
          {isOne
            ? t('outages.one', { kind: t(`catalogue.statuses.${statusKeys[worst.kind]}`), count })
            : t('outages.several', { outages: outages.length, count })}
        </strong>
        <span className={styles.dim}>
          {isOne ? t('outages.since', { customer: worst.custName, at }) : t('outages.sinceSeveral', { at })}
        </span>
      </span>
    </>
  );
}

/** `2 000 enheter`. */
function useCountWords() {
  const { t, i18n } = useTranslation();
  return (count: number) => t('outages.devices', { count, devices: count.toLocaleString(i18n.language) });
}

/** In the device list, the devices of an outage; also those below the customer. */
const listed = {
  powerFailure: { status: 'powerFailure' },
  offline: { filter: 'offline' },
  connectionLost: { filter: 'tcpDisabled' },
} as const satisfies Record<OutageKind, object>;

function OutageRows({ id, outages }: { id: string; outages: readonly OutageOfCustomer[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const countWords = useCountWords();
  return (
    <ul id={id} className={styles.rows}>
      {outages.map((outage) => {
        const { kind, custId, custName, count, since, latest } = outage;
        const status = statusOf(outage);
        const Icon = statusIcons[status.icon];
        const kindWords = t(`catalogue.statuses.${status.key}`);
        return (
          <li key={`${kind} ${custId}`} className={styles.row} style={colourStyle(status.colour)}>
            <span className={styles.icon}>
              <Icon size={20} aria-hidden />
            </span>
            <span className={styles.words}>
              <strong>{t('outages.one', { kind: kindWords, count: countWords(count) })}</strong>
              <span className={styles.dim}>{custName}</span>
            </span>
            <span className={styles.dim}>
              {t('outages.times', { first: formats.exact(since), last: formats.exact(latest) })}
            </span>
            <Link
              to="/vardes"
              search={{ custId, ...listed[kind] }}
              className={styles.link}
              aria-label={t('outages.showDevicesOf', { kind: kindWords, customer: custName })}
            >
              {t('outages.showDevices')}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
