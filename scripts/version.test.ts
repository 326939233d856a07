import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtVersion } from './bundle.mjs';
import { notices } from './third-parties.mjs';

const text = (file: string) => readFileSync(file, 'utf8');
const { version, dependencies } = JSON.parse(text('package.json')) as {
  version: string;
  dependencies: Record<string, string>;
};

test('the version is that of the changelog, everywhere, and a build has its commit', () => {
  expect(/^## (\d+\.\d+\.\d+)\b/m.exec(text('CHANGELOG.md'))?.[1]).toBe(version);
  expect(JSON.parse(text('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } });
  expect(text('deploy/kubernetes.yaml')).toContain(`/roster:${version}\n`);
  expect(builtVersion()).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{8,}(\.dirty)?$/);
});

test('the notices of third parties name each package that is needed, with its text', () => {
  const all = notices();
  for (const [name, one] of Object.entries(dependencies)) expect(all).toContain(`${name} ${one} (`);
  expect(all).toContain('Permission is hereby granted, free of charge');
  expect(all).not.toMatch(/^vitest /m);
});
