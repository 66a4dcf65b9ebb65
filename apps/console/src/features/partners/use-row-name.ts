import { hardwareById } from '@varde/catalogue/hardware/index';
import { allHardware, defaultHardware } from '@varde/catalogue/partner-prices';
import { useTranslation } from 'react-i18next';

/** The name of a row of a price list. */
export function useRowName(): (dehaId: number) => string {
  const { t } = useTranslation();
  return (dehaId) => {
    if (dehaId === allHardware) return t('partners.prices.all');
    if (dehaId === defaultHardware) return t('partners.prices.default');
    return hardwareById(dehaId)?.name ?? String(dehaId);
  };
}
