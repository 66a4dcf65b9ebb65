import { useMediaQuery } from '@mantine/hooks';

/** Whether the page has the layout of a phone; paper never has. The width follows the browser's text size, as the styles do. */
export const useIsPhone = (): boolean =>
  useMediaQuery('screen and (max-width: 47.9375em)', undefined, { getInitialValueInEffect: false });
