import type { Action } from './action.ts';

/** Icon and colour of an action with a visible name, as a button or in a menu. */
export function actionLook({ icon: Icon, dangerous = false }: Action) {
  return {
    leftSection: <Icon size={16} aria-hidden />,
    // Mantine's red has too little contrast on white
    ...(dangerous ? { style: { color: 'var(--varde-status-alarm)' } } : {}),
  };
}
