import type { SharedAlarm, SharedKin } from '@varde/contract/sharing';
import { KinHours } from './kin-hours.tsx';
import { KinImage } from './kin-image.tsx';
import shared from './shared-screen.module.css';
import type { SharedTexts } from './shared-texts.ts';
import type { SharedLink } from './use-shared-alarm.ts';
import { Where } from './where.tsx';

interface KinProps {
  kin: SharedKin;
  texts: SharedTexts;
  /** A time, in words. */
  at: (time: number) => string;
  /** When the server was asked, Unix milliseconds. */
  now: number;
  /** Where the image is. */
  imageUrl: string;
  setHours: SharedLink['setHours'];
  /** Of the receiver, which changing the hours needs; null: none. */
  pin: NonNullable<SharedAlarm['receipt']>['pin'];
}

/** What a next of kin sees and may do, each part with the right to it. */
export function KinSection({ kin, texts, at, now, imageUrl, setHours, pin }: KinProps) {
  const { check, position, schedule, phone, image } = kin;
  const words = texts.kin;
  if (Object.keys(kin).length === 0) return null;
  return (
    <section aria-labelledby="kin">
      <h2 id="kin" className={shared.part}>
        {words.title}
      </h2>
      {phone !== undefined && (
        <a className={shared.call} href={`tel:${phone}`}>
          {words.call.replace('{{phone}}', phone)}
        </a>
      )}
      <dl className={shared.facts}>
        {check && <Check check={check} words={words} at={at} />}
        {position !== undefined && (
          <>
            <dt>{words.position}</dt>
            <dd>
              {position === null ? (
                words.none
              ) : (
                <>
                  <Where place={position} texts={texts} at={at} />
                  {position.posTime !== null && (
                    <span className={shared.more}>{ageText(now - position.posTime, words)}</span>
                  )}
                </>
              )}
            </dd>
          </>
        )}
        {image !== undefined && (
          <>
            <dt>{words.image}</dt>
            <dd>
              <KinImage key={image} url={imageUrl} words={words} />
            </dd>
          </>
        )}
      </dl>
      {schedule && <KinHours {...{ hours: schedule.hours, texts, setHours, pin }} />}
    </section>
  );
}

type KinWords = SharedTexts['kin'];

/** The same facts and words as on the page of the device. */
function Check({
  check: { lastMsgIn, battery, charging, low, offline, bars },
  words,
  at,
}: Pick<KinProps, 'at'> & { check: NonNullable<SharedKin['check']>; words: KinWords }) {
  const level = battery === null ? words.none : words.percent.replace('{{value}}', String(battery));
  return (
    <>
      <dt>{words.lastContact}</dt>
      <dd>
        <span>{lastMsgIn === null ? words.neverInContact : at(lastMsgIn)}</span>
        {offline && <strong className={shared.warning}>{words.offline}</strong>}
      </dd>
      <dt>{words.battery}</dt>
      <dd>
        <span>{charging ? `${level}, ${words.charging}` : level}</span>
        {low && <strong className={shared.warning}>{words.low}</strong>}
      </dd>
      <dt>{words.signal}</dt>
      <dd>{bars === null ? words.none : words.bars.replace('{{bars}}', String(bars))}</dd>
    </>
  );
}

/** "for 3 min siden", in whole minutes, hours from the second one on, or days from the third one on. */
function ageText(ms: number, words: KinWords): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return words.now;
  const [text, count] =
    minutes < 120
      ? [words.minutes, minutes]
      : minutes < 48 * 60
        ? [words.hoursAgo, Math.floor(minutes / 60)]
        : [words.days, Math.floor(minutes / 1440)];
  return words.ago.replace('{{time}}', text.replace('{{count}}', String(count)));
}
