import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import type { DeviceRow } from '@varde/contract/devices';
import i18next from 'i18next';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { callLink } from './call-link.ts';

/** Shows the phone number of a device, to read or to call. The link omits its spaces. */
export async function openPhoneDialog({ deviceName, formattedPhoneNumE164 }: DeviceRow): Promise<void> {
  const number = formattedPhoneNumE164 ?? '';
  await openDialog<void>({
    title: i18next.t('device.phoneTitle', { name: deviceName }),
    content: () => (
      <Button
        component="a"
        fullWidth
        size="lg"
        href={callLink(number)}
        leftSection={<IconPhone size={20} aria-hidden />}
      >
        {number}
      </Button>
    ),
  });
}
