import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { keepFormerAssets } from './scripts/keep-former-assets.ts';
import { precompress } from './scripts/precompress.ts';

/** The server that `npm run dev` has started beside this one. */
const server = `http://127.0.0.1:${process.env.VARDE_HTTP_PORT ?? '8080'}`;

export default defineConfig({
  // What is kept is compressed with the rest.
  plugins: [react(), keepFormerAssets(), precompress()],
  build: {
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
    // Parts that many screens share come together: twenty small files cost the device list more than they save.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'parts',
              // Without what is only in dialogs and menus, which load when one opens.
              test: /@mantine\/(?!form|charts|dates|.*\/(Table|Menu|Modal|ModalBase|ScrollArea|Accordion|FileButton|List|Textarea|Radio|Popover|NumberInput|PasswordInput|Switch|InlineInput|NativeSelect|Combobox|Checkbox|Floating|FocusTrap|use-focus-trap|use-drag|Transition|use-long-press|Overlay|use-click-outside|use-focus-return|CopyButton|use-clipboard)\/)|@tabler|src\/ui\/state-panel/,
              minShareCount: 4,
            },
            {
              // What every page shares, in files of a few hundred bytes. Those of the catalogue would make circles of files,
              // in which the console does not start.
              name: 'shared',
              test: /src\/.*\/(open-dialog|use-one-at-a-time|notify|notify-error|confirm|press|press-guard|page-title|relative-time|clock|use-formats|device-query|alarms-query|query-options|live-context|use-take-alarm|contact|time-words|dialogs-ready|patch-alarms|day-parameter|user-button|customer-image|waiting-badge|battery|user-tags|possible-statuses|statuses|filters|alarm-filters|place|search-input|search-parameters|history-filter|audit-filter|answer-times|last-test|late-timeline|late-context|device-of-path|note-text-query|batched|recent-changes|use-next-page|alarm-groups|alarm-keys|patch-devices|live-cache|use-alarms|use-device-name|device-details|call-link|navigation|shell\.module|use-kept-focus|use-handler-words|use-held|finger|lazy-page|error-state|load-state|answers|part|alarm-reach|session|alarm-facts|steady-label|use-alarm-actions)\.(tsx?|css)$|src\/kit\/state\/load-failed/,
            },
            {
              // Routes and the cache, with all that they need: a file that imported 'shared', which imports it, would make a
              // circle.
              name: 'data',
              test: /@tanstack\/(react-router|router-core|react-query|query-core|react-store|store|history)\/|use-sync-external-store/,
              minShareCount: 2,
            },
            {
              // What the login needs too.
              name: 'start',
              test: /src\/ui\/(lazy-part|console-version|theme-choice|beacon-mark)\.(tsx?|css)$/,
            },
            {
              // What forms and their questions share: each file of its own would be one more name in the first load.
              name: 'forms',
              test: /src\/.*\/(use-draft|use-unsaved-guard|save-buttons|dialog-buttons|danger\.module|figures\.module)\.(tsx?|css)$/,
            },
            {
              // Also of the page of a link, which loads nothing else of the console.
              name: 'time',
              test: /src\/ui\/time-(format|zone)\./,
            },
            {
              // How text is read and compared, which the first load does without.
              name: 'text',
              test: /catalogue\/src\/(entered-text|name-order)\./,
            },
            {
              // What the list consists of, and later parts share.
              name: 'list',
              test: /src\/(domain\/status|features\/devices\/(chosen-columns|device-list\.module)|device-columns)|@tabler\/.*\/Icon(ArrowBackUp|ArrowDown|ArrowForwardUp|Devices|FilterOff|HandStop|Rotate|UserCircle|UserShield)\./,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/ajax/live': { target: server, ws: true },
      '/ajax': server,
      '/perform_login': server,
      '/logout': server,
    },
  },
});
