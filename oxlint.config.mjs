import { existsSync, readdirSync } from 'node:fs';

/** What each room may import from the others (docs/architecture.md). */
const rooms = {
  'lib/contract': [],
  'lib/system': ['lib/contract', 'lib/phone-country'],
  'lib/database': ['lib/contract', 'lib/system'],
  'lib/contacts': ['lib/contract', 'lib/database', 'lib/phone-country'],
  'lib/jobs': ['lib/database'],
  'lib/import': ['lib/contract', 'lib/database', 'lib/phone-country'],
  'lib/service': [
    'lib/contract',
    'lib/contacts',
    'lib/database',
    'lib/jobs',
    'lib/import',
    'lib/system',
    'lib/call',
    'lib/phone-country',
  ],
  'lib/remote': ['lib/contract', 'lib/contacts', 'lib/database', 'lib/jobs', 'lib/call'],
  'lib/staff': ['lib/contract', 'lib/database', 'lib/system'],
  'lib/http': ['lib/contract', 'lib/system'],

  'components/text': ['lib/contract'],
  'components/hooks': ['components/text', 'lib/contract', 'lib/call', 'lib/staff'],
  'components/ui': ['components/hooks', 'components/text', 'lib/contract', 'lib/call', 'lib/staff'],
};
const parts = ['components/ui', 'components/hooks', 'components/text', 'lib/contract', 'lib/call'];
const inConsole = [...parts, 'lib/import', 'lib/staff', 'lib/runtime', 'lib/phone-country'];
Object.assign(rooms, {
  'components/data-table': parts,
  'components/form': parts,
  'components/pickers': parts,
  'components/segments': [...parts, 'components/form'],
  'components/contacts': [...parts, 'components/data-table', 'components/form', 'components/segments'],
  'components/activity': [...parts, 'components/contacts'],
  'components/resource-list': [...parts, 'components/data-table', 'components/form'],
  // The console reaches contacts through call, never through service or database.
  'app/server': inConsole,
});
const pages = [...Object.keys(rooms).filter((room) => /^(components|app)\//.test(room)), ...inConsole];
Object.assign(rooms, { 'app/data': pages, 'app/(auth)': pages, 'app/(console)': [...pages, 'app/(auth)'] });

/** Folders of a room, each of which imports only those before it: no two import each other. */
const layers = Object.fromEntries(
  [
    [
      'lib/service',
      'shared activity segments fields referral-codes organizations tokens events contacts notes imports exports trash',
      'bulk-changes proposals duplicates samples webhooks handlers call service-jobs mcp http',
    ],
    [
      'app/(console)',
      'confirm-password organizations bulk-changes exports import views referral-codes settings command-menu',
      'contacts segments referral-codes/[id] activity navigation console-shell console-providers layout',
    ],
  ].map(([room, ...folders]) => [room, folders.join(' ').split(' ')]),
);
for (const [room, folders] of Object.entries(layers))
  for (const { name } of readdirSync(room, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    if (!folders.includes(name) && !/^(testing|\[.*)$/.test(name))
      throw new Error(`List ${room}/${name} in layers.`);

const others = ['e2e', 'bench', 'scripts', 'server$', 'app', 'components'];
const inLib = readdirSync('lib').map((entry) => `lib/${entry.replace(/\.ts$/, '')}`);
const everything = [...new Set([...inLib, ...Object.keys(rooms), ...others])];

const escaped = (name) => name.replace(/[()[\]]/g, '\\$&');

/** Forbids imports of everything but the room itself and what it may import. */
function foreign([room, allowed]) {
  const isAllowed = (name) => [room, ...allowed].some((one) => one === name || one.startsWith(`${name}/`));
  const forbidden = everything.filter((name) => !isAllowed(name));
  const [parent] = room.split('/');
  // Beside it, and so written without the parent. A room may have a folder that is named like another room.
  const siblings = forbidden
    .filter((name) => name.startsWith(`${parent}/`))
    .map((name) => name.slice(parent.length + 1))
    .filter((name) => !existsSync(`${room}/${name}`));
  const regex = `^(@/|(\\.\\./)+)(${forbidden.map(escaped).join('|')})(/|$)|^(\\.\\./)+(${siblings.map(escaped).join('|')})(/|$)`;
  return {
    regex,
    message: `${room} imports only from itself${allowed.map((name) => `, ${name}`).join('')}.`,
  };
}

const enforce = (folder, ...patterns) => ({
  files: [`${escaped(folder)}/**`],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

/** Forbids a folder of a room to import those that come after it. */
function enforceLayer(room, folder, later) {
  const regex = `^((\\.\\./)+|@/${escaped(room)}/)(${later.join('|')})(/|$)`;
  const message = `${room}/${folder} comes before ${later.join(', ')} (oxlint.config.mjs).`;
  return enforce(`${room}/${folder}`, foreign([room, rooms[room]]), { regex, message });
}

/** Numbers, days and times are in the reader's locale by `components/text`; the browser's own may be another one. */
const ofAnotherLocale = [
  ...['NumberFormat', 'DateTimeFormat'].map((property) => ({ object: 'Intl', property })),
  ...['String', 'DateString', 'TimeString', 'LowerCase', 'UpperCase'].map((end) => ({
    property: `toLocale${end}`,
  })),
].map((restriction) => ({ ...restriction, message: 'Format by components/text; compare by toLowerCase().' }));

/** Combining marks are bounded first: normalizing many of them takes quadratic time. */
const unbounded = { property: 'normalize', message: 'Use normalize() of lib/contract/text.' };

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'nextjs', 'promise', 'vitest'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
  },
  options: {
    typeAware: true,
  },
  env: {
    browser: true,
    node: true,
  },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-misused-promises': [
      'error',
      {
        checksVoidReturn: false,
      },
    ],
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'no-unused-vars': [
      'error',
      {
        ignoreRestSiblings: true,
        varsIgnorePattern: '^[$_]',
        argsIgnorePattern: '^_',
      },
    ],
    'vitest/valid-expect': [
      'error',
      {
        maxArgs: 2,
      },
    ],
    'react/react-in-jsx-scope': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'typescript/require-array-sort-compare': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/expect-expect': 'off',
    'no-shadow': 'off',
    'no-unmodified-loop-condition': 'off',
    'nextjs/no-html-link-for-pages': 'off',
    'typescript/no-unsafe-enum-assignment': 'off',
    'react/no-unstable-nested-components': [
      'error',
      {
        allowAsProps: true,
      },
    ],
    'react/purity': 'off',
    'react/set-state-in-effect': 'off',
    'typescript/consistent-return': 'off',
    'vitest/no-standalone-expect': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/label-has-associated-control': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    'jsx-a11y/click-events-have-key-events': 'off',
    'typescript/unbound-method': 'off',
    'no-restricted-properties': ['error', unbounded],
    'typescript/no-base-to-string': 'off',
    'typescript/no-misused-spread': 'off',
  },
  ignorePatterns: ['.next', 'dist', 'next-env.d.ts'],
  overrides: [
    ...Object.entries(rooms).map((room) => enforce(room[0], foreign(room))),
    ...Object.entries(layers).flatMap(([room, folders]) =>
      folders.slice(0, -1).map((folder, at) => enforceLayer(room, folder, folders.slice(at + 1))),
    ),
    {
      files: ['**/*.test.ts', '**/*.test.tsx', '**/testing.ts'],
      rules: {
        'typescript/no-explicit-any': 'off',
        'no-restricted-imports': 'off',
        'no-restricted-properties': 'off',
      },
    },
    {
      files: ['app/**', 'components/**'],
      excludeFiles: ['components/text/**', '**/*.test.ts'],
      rules: { 'no-restricted-properties': ['error', unbounded, ...ofAnotherLocale] },
    },
    // Bounds the marks.
    { files: ['lib/contract/text.ts'], rules: { 'no-restricted-properties': 'off' } },
    { files: ['e2e/**'], rules: { 'react/rules-of-hooks': 'off' } },
  ],
};
