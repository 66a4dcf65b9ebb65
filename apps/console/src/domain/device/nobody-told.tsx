import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import cell from '../status/status-cell.module.css';
import { colourStyle } from '../status/status-cell.tsx';

/** That alarms of a device reach nobody, in the place and with the colour of a status. Leads to its notification list. */
export function NobodyTold({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/event_setup/$deviId"
      params={{ deviId: String(deviId) }}
      className={cell.cell}
      data-colour="status"
      style={colourStyle('status')}
    >
      <IconAlertTriangle size={16} aria-hidden />
      {t('deviceHeader.reachesNobody')}
    </Link>
  );
}
