import { withAdministrationTexts } from '#texts/i18n.ts';

/** What is asked about alarms; code and texts are loaded on request. */
export const loadAlarmQuestions = () => withAdministrationTexts(() => import('./alarm-questions.ts'));
