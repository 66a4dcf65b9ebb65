import { useTranslation } from 'react-i18next';

const keys = [
  'firmName',
  'market',
  'orgNumber',
  'reference',
  'defaultAhp',
  'address1',
  'address2',
  'zip',
  'city',
  'kind',
] as const;

/** The label of a field by its path in the body: `billingAddress.zip`. */
export function useFieldLabel(): (path: string) => string {
  const { t } = useTranslation();
  return (path) => {
    const name = path.split('.').at(-1);
    const key = keys.find((each) => each === name);
    return key === undefined ? path : t(`customers.${key}`);
  };
}
