/**
 * Why a message on a device port could not be read, as far as the console has words for it; a protocol may have others.
 * The first ones are the gateway's, for every port.
 */
export const malformedReasons = [
  'tls',
  'proxyHeader',
  'http',
  'incomplete',
  'tooLong',
  'frameTooLong',
  'badRequest',
  'method',
  'path',
  'badJson',
  'badCoding',
  'noIdentity',
  'wrongToken',
  'wrongSecret',
  'crc',
  'header',
  'frame',
  'noFrameStart',
  'badHeader',
  'notAFrame',
  'badWord',
  'falseStart',
  'truncatedFrame',
  'processing',
] as const;
