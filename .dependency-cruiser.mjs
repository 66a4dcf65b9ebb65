/**
 * The import table of docs/overview.md, proven. One back-referenced rule covers every feature from its first day.
 */
const own = '^(packages|apps|testing)/';
const never = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

/** What a room of the console imports besides itself. Its tests also take their helpers from `testing`. */
function consoleRoom(room, rooms, packages = []) {
  const rest = [room, ...rooms, 'testing'].join('|');
  return never(
    `console-${room}`,
    { path: `^apps/console/src/${room}/` },
    { path: `^(packages/(?!(${packages.join('|')})/)|apps/console/src/(?!(${rest})/))` },
    `${room} imports itself${[...rooms, ...packages].map((name) => `, ${name}`).join('')}.`,
  );
}

/**
 * The folders of a room by floor, from the lowest: a folder imports the floors below its own, and loose files are on top
 * unless they are named. Tests import what they need.
 */
function floorsOf(room, floors) {
  const code = (path) => ({ path: `^${room}/${path}`, pathNot: '\\.test\\.tsx?$' });
  return [
    never(`${room} floors`, code(`(?!(${floors.flat().join('|')})/)[^/]+/`), {}, 'Each folder is on a floor.'),
    ...floors.map((floor, at) =>
      never(
        `${room} floor ${at + 1}`,
        code(`(${floor.join('|')})(/|$)`),
        { path: `^${room}/`, pathNot: `^${room}/(${['$1', ...floors.slice(0, at).flat()].join('|')})(/|$)` },
        `${floor.join(', ')} import themselves and the floors below.`,
      ),
    ),
  ];
}

export default {
  forbidden: [
    never('no-cycles', {}, { circular: true }, 'A cycle means that two files do one job.'),
    never('not-resolvable', {}, { couldNotResolve: true }, 'Everything that is imported exists.'),
    never(
      'pure-packages',
      { path: '^packages/[^/]+/src', pathNot: '\\.test\\.ts$|/testing/' },
      { dependencyTypes: ['core'] },
      'catalogue, contract and protocols know no Node, network, clock or environment.',
    ),
    never(
      'catalogue',
      { path: '^packages/catalogue' },
      { path: own, pathNot: '^packages/catalogue' },
      'catalogue imports nothing of ours.',
    ),
    never(
      'contract',
      { path: '^packages/contract' },
      { path: own, pathNot: '^packages/(contract|catalogue)' },
      'contract imports catalogue.',
    ),
    never(
      'protocols',
      { path: '^packages/protocols' },
      { path: own, pathNot: '^packages/(protocols|catalogue)' },
      'protocols import catalogue.',
    ),
    never(
      'server-platform',
      { path: '^apps/server/src/platform', pathNot: '\\.test\\.ts$' },
      {
        path: '^(apps/server/src/(?!platform)|packages/(protocols|catalogue)|apps/(console|simulator)|testing)',
      },
      'platform is technology: it knows no device, alarm or customer.',
    ),
    ...floorsOf('apps/server/src/platform', [
      ['app-error.ts', 'caller.ts', 'clock', 'log', 'net', 'pdf', 'service.ts'],
      ['database'],
      ['bus', 'limits'],
      ['delivery', 'relay', 'secrets'],
      ['http', 'sms'],
      ['calls', 'geocoding', 'live', 'map-tiles', 'push'],
    ]),
    never(
      'server-domain',
      { path: '^apps/server/src/domain', pathNot: '\\.test\\.ts$' },
      {
        path: '^(apps/server/src/(?!platform|domain)|packages/protocols|apps/(console|simulator)|testing)',
      },
      'domain knows the tables and the platform, and no feature, gateway or protocol.',
    ),
    ...floorsOf('apps/server/src/domain', [
      ['commit-and-publish.ts', 'search-words.ts', 'exports', 'images', 'messages', 'views'],
      ['customers'],
      ['accounts', 'addresses', 'audit', 'devices', 'web-hooks'],
      ['geofences', 'measurements', 'notifications', 'settings', 'transactions'],
      ['commands'],
      ['alarms', 'sensors'],
      ['alarm-path', 'life'],
    ]),
    never(
      'server-gateway',
      { path: '^apps/server/src/gateway', pathNot: '\\.test\\.ts$' },
      {
        path: '^(apps/server/src/(?!platform|gateway)|apps/server/src/platform/database/|packages/contract/src/(?!events|live)|testing)',
      },
      'gateway knows sockets and protocols, and no table.',
    ),
    never(
      'server-processing-features-jobs',
      { path: '^apps/server/src/(processing|features|jobs)/', pathNot: '\\.test\\.ts$' },
      {
        path: '^(packages/protocols|apps/server/src/(gateway|app\\.ts|main\\.ts|cli)|apps/(console|simulator)|testing)',
      },
      'They meet the gateway on the bus only.',
    ),
    never(
      'server-rooms-apart',
      { path: '^apps/server/src/(processing|jobs)/', pathNot: '\\.test\\.ts$' },
      { path: '^apps/server/src/(processing|features|jobs)/', pathNot: '^apps/server/src/$1/' },
      'processing and jobs import themselves, the domain and the platform.',
    ),
    never(
      'features-apart',
      { path: '^apps/(server|console)/src/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      { path: '^apps/$1/src/(features|processing|jobs)/', pathNot: '^apps/$1/src/features/$2/' },
      'Features do not import features.',
    ),
    consoleRoom('ui', []),
    consoleRoom('texts', ['ui'], ['catalogue', 'contract']),
    consoleRoom('data', ['ui'], ['catalogue', 'contract']),
    consoleRoom('kit', ['ui']),
    consoleRoom('domain', ['ui', 'texts', 'kit', 'data'], ['catalogue', 'contract']),
    consoleRoom('public', ['ui', 'texts', 'kit', 'data', 'domain'], ['catalogue', 'contract']),
    consoleRoom('features', ['ui', 'texts', 'kit', 'data', 'domain'], ['catalogue', 'contract']),
    ...floorsOf('apps/console/src/data', [['api'], ['live']]),
    ...floorsOf('apps/console/src/kit', [
      ['state'],
      ['steady'],
      ['actions', 'dialogs', 'map', 'sortable', 'table'],
      ['form', 'tabs'],
    ]),
    ...floorsOf('apps/console/src/domain', [
      ['errors', 'push', 'settings', 'status'],
      ['alarms', 'api-keys', 'customers', 'event-setup', 'export', 'messages', 'notes', 'positions'],
      ['device'],
      ['geofence', 'log', 'map'],
    ]),
    ...floorsOf('apps/console/src/features/device', [
      ['tab'],
      ['form', 'sensors'],
      ['geofence'],
      ['health', 'help', 'indoor', 'info', 'life', 'logs', 'map', 'texts', 'tracking'],
      ['all'],
    ]),
    never(
      'console-public-entry',
      { path: '^apps/console/src/public/', pathNot: '\\.test\\.tsx?$' },
      {
        path: '^apps/console/src/(data/live|kit/(table|map))/|^node_modules/(@mantine|@tanstack|i18next|maplibre-gl)/',
        reachable: true,
      },
      'The login works at once on a slow line: it loads no table, map, live channel or Mantine, also not through others.',
    ),
    never(
      'console',
      { path: '^apps/console' },
      { path: '^(packages/protocols|apps/(server|simulator)|testing)' },
      'the console speaks the contract.',
    ),
    never(
      'console-small-schemas',
      { path: '^apps/console/src/', pathNot: '\\.test\\.tsx?$|/testing/' },
      {
        path: '^packages/contract/src/(?!(alarm-centre-form|api-key-limits|csv|device-columns|event-setup-form|export-kinds|fields|filters|first-routes|forms|import-columns|indoor-location-form|national-integration-form|password-rules|routes|transport|web-hook-form)\\.ts$)|^node_modules/zod/(?!(v4/)?mini/)',
        dependencyTypesNot: ['type-only'],
      },
      'Of the contract the browser loads tables and schemas of zod/mini; zod itself weighs as much as the device list.',
    ),
    never(
      'simulator',
      { path: '^apps/simulator' },
      { path: own, pathNot: '^(apps/simulator|packages/(catalogue|protocols))' },
      'the simulator is a device: it knows the wire.',
    ),
    never(
      'product-without-tests',
      { path: '^(packages|apps)/', pathNot: '\\.test\\.tsx?$|/testing/|test-setup' },
      { path: '^testing/|^apps/console/src/testing/|\\.test\\.tsx?$' },
      'The product does not need its tests.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
