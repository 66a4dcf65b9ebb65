import { NativeSelect } from '@mantine/core';
import { userTags } from '@varde/catalogue/user-tags';
import type { ListedDevice } from '@varde/contract/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkProps, divided } from './bulk-props.ts';

type UserTag = ListedDevice['userTag'];

/** Gives devices one user tag. */
export function BulkTag({ devices, ...dialog }: BulkProps) {
  const { t } = useTranslation();
  const [userTag, setTag] = useState<UserTag | null>(null);
  const { affected, excluded } = divided(devices, ({ abilities }) => abilities.includes('editInfo'));
  const count = affected.length;
  const tagName = (tag: UserTag) => t(`catalogue.userTags.${tag}`);
  return (
    <BulkDialog
      {...{ affected, excluded, ...dialog }}
      reason={t('bulk.noRight')}
      choice={
        <NativeSelect
          label={t('bulk.tag')}
          value={userTag ?? ''}
          onChange={({ currentTarget }) => setTag(userTags.find((tag) => tag === currentTarget.value) ?? null)}
          data={[
            { value: '', label: t('bulk.chooseTag') },
            ...userTags.map((value) => ({ value, label: tagName(value) })),
          ]}
        />
      }
      preview={userTag && t('bulk.tagPreview', { count, tag: tagName(userTag) })}
      proceed={t('bulk.tagAll', { count })}
      present={(device) => tagName(device.userTag)}
      work={(device) => tag(device, userTag ?? device.userTag)}
    />
  );
}

async function tag({ deviId, userTag: before }: ListedDevice, userTag: UserTag): Promise<'tagged' | 'taggedBefore'> {
  if (before === userTag) return 'taggedBefore';
  await call('setUserTag', { params: { deviId }, body: { userTag } });
  return 'tagged';
}
