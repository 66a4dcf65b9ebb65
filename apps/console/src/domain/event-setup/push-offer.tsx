import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Receiver } from '@varde/contract/event-setup';
import { useTranslation } from 'react-i18next';
import { pushObstacle } from '#data/push-browser.ts';
import { useSession } from '#data/session.ts';
import { pushQuery } from '../push/push-query.ts';

/** Offers push messages in this browser to a user who is to be told by them. */
export function PushOffer({ receivers }: { receivers: readonly Receiver[] }) {
  const { userId } = useSession();
  const isMe = receivers.some((each) => each.userId === userId && each.channels.includes('push'));
  return isMe && <Offer />;
}

function Offer() {
  const { t } = useTranslation();
  const { data: push } = useQuery(pushQuery);
  if (push === undefined || push.here || push.publicKey === null || pushObstacle() !== null) return null;
  return (
    <Alert color="yellow">
      {t('eventSetup.pushOffer')} <Anchor href="#/profile">{t('eventSetup.pushTurnOn')}</Anchor>
    </Alert>
  );
}
