import { existsSync, readdirSync } from 'node:fs';

/** What each room of `lib/` may import from the others (docs/architecture.md). */
const rooms = {
  contract: [],
  system: ['contract', 'phone-country'],
  database: ['contract', 'system'],
  contacts: ['contract', 'database', 'phone-country'],
  jobs: ['database', 'contract'],
  import: ['contract', 'database', 'phone-country'],
  service: ['contract', 'contacts', 'database', 'jobs', 'import', 'system', 'call', 'phone-country'],
  remote: ['contract', 'contacts', 'database', 'jobs', 'call'],
  staff: ['contract', 'database', 'system'],
  http: ['contract', 'system'],
};
const consoleMayImport = ['call', 'contract', 'import', 'staff', 'runtime', 'phone-country'];
const above = ['app', 'components', 'e2e', 'bench', 'scripts', 'server$'];

const inLib = readdirSync('lib').map((entry) => entry.replace(/\.ts$/, ''));

/** Forbids imports of all of `lib/` but `allowed`, and of what stands above. */
function forbid(folder, allowed, forbidden, message) {
  const others = inLib.filter((name) => !allowed.includes(name));
  // A room may have a folder named like another room.
  const siblings = folder.startsWith('lib/') ? others.filter((name) => !existsSync(`${folder}/${name}`)) : [];
  const regex = [
    `^(@/|(\\.\\./)+)lib/(${others.join('|')})(/|$)`,
    `^(\\.\\./)+(${siblings.join('|') || '$^'})(/|$)`,
    `^(@/|(\\.\\./)+)(${forbidden.join('|')})(/|$)`,
  ].join('|');
  return {
    files: [`${folder}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] },
  };
}

const roomRules = Object.entries(rooms).map(([room, allowed]) =>
  forbid(
    `lib/${room}`,
    [room, ...allowed],
    above,
    `lib/${room} imports from lib/ only ${allowed.join(', ') || 'itself'}, and nothing of what uses it.`,
  ),
);

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
    'import/no-cycle': 'error',
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
    'typescript/no-base-to-string': 'off',
    'typescript/no-misused-spread': 'off',
  },
  ignorePatterns: ['.next', 'dist', 'next-env.d.ts'],
  overrides: [
    ...roomRules,
    forbid(
      'components',
      consoleMayImport,
      above.filter((name) => name !== 'components'),
      'components/ knows nothing of app/, and no database.',
    ),
    forbid(
      'app',
      consoleMayImport,
      ['e2e', 'bench', 'scripts', 'server$'],
      'The console reaches contacts through call, never through service or database.',
    ),
    {
      files: ['**/*.test.ts', '**/*.test.tsx', '**/testing.ts'],
      rules: { 'typescript/no-explicit-any': 'off', 'no-restricted-imports': 'off' },
    },
    { files: ['e2e/**'], rules: { 'react/rules-of-hooks': 'off' } },
  ],
};
