/** The purpose of a device (specification 2, section 3 "User tags"). Texts: `deviceInfo.userTags.<tag>`. */
export const userTags = ['GPS', 'MOBILE_ALARM_DEVICE', 'COLLEAGUE_ALERT', 'OTHER', 'NONE'] as const;
export type UserTag = (typeof userTags)[number];
