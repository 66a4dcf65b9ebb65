import { Button, Group, Stack, Text } from '@mantine/core';
import { openDialog } from './open-dialog.tsx';

interface Confirmation {
  title: string;
  body: string;
  cancel: string;
  proceed: string;
  /** For an irreversible operation. */
  destructive?: boolean;
}

/** Asks for confirmation; resolves to whether it was given. */
export async function confirm({ title, body, cancel, proceed, destructive = false }: Confirmation): Promise<boolean> {
  const answer = await openDialog<boolean>({
    title,
    content: (close) => (
      <Stack>
        <Text size="sm">{body}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => close(false)}>
            {cancel}
          </Button>
          <Button color={destructive ? 'red' : 'beacon'} onClick={() => close(true)}>
            {proceed}
          </Button>
        </Group>
      </Stack>
    ),
  });
  return answer ?? false;
}
