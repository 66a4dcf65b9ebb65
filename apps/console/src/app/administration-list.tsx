import {
  IconBuilding,
  IconBuildingPlus,
  IconDevicesPlus,
  IconHeartbeat,
  IconHeartHandshake,
  IconListSearch,
  IconMail,
  type IconProps,
  IconQuestionMark,
  IconShieldLock,
  IconTrash,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { Area } from './navigation.ts';
import styles from './shell.module.css';
import { WaitingBadge } from './waiting-badge.tsx';

const icons: Partial<Record<Area['key'], ComponentType<IconProps>>> = {
  addDevice: IconDevicesPlus,
  customers: IconBuilding,
  partners: IconHeartHandshake,
  registrations: IconBuildingPlus,
  users: IconUsers,
  deletedUsers: IconTrash,
  permissions: IconUsersGroup,
  audit: IconListSearch,
  personalData: IconShieldLock,
  outbox: IconMail,
  alarmPath: IconHeartbeat,
  unknownDevices: IconQuestionMark,
};

interface AdministrationListProps {
  areas: readonly Area[];
  waitingRegistrations: number;
  onLeave: () => void;
}

/** The content of the open administration menu. */
export function AdministrationList({ areas, waitingRegistrations, onLeave }: AdministrationListProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.menuList}>
      {areas.map(({ key, path }) => {
        const Icon = icons[key];
        return (
          <li key={key}>
            <Link to={path} className={styles.menuLink} onClick={onLeave}>
              {Icon && <Icon size={18} aria-hidden />}
              <span>{t(`shell.areas.${key}`)}</span>
              {key === 'registrations' && <WaitingBadge count={waitingRegistrations} />}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
