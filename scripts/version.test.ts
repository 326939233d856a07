import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fullVersion } from './commit.mjs';
import { billOfMaterials, notices } from './third-parties.mjs';

const text = (file: string) => readFileSync(file, 'utf8');
const { version, dependencies } = JSON.parse(text('package.json')) as {
  version: string;
  dependencies: Record<string, string>;
};

test('the version is that of the changelog, everywhere, and a program has its commit', () => {
  expect(/^## (\d+\.\d+\.\d+)\b/m.exec(text('CHANGELOG.md'))?.[1]).toBe(version);
  expect(JSON.parse(text('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } });
  expect(text('deploy/kubernetes.yaml')).toContain(`/roster:${version}\n`);
  expect(fullVersion()).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{8,}(\.dirty)?$/);
});

test('the notices of third parties name each package that is needed, with its text', () => {
  const all = notices();
  for (const [name, one] of Object.entries(dependencies)) expect(all).toContain(`${name} ${one} (`);
  expect(all).toContain('Permission is hereby granted, free of charge');
  expect(all).not.toMatch(/^vitest /m);
});

test('the bill of materials has each package that is needed, and none for tests', () => {
  const bill = JSON.parse(billOfMaterials('1.2.3')) as {
    bomFormat: string;
    metadata: { component: { name: string; version: string } };
    components: { name: string; version: string }[];
  };
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'roster', version: '1.2.3' } },
  });
  const listed = bill.components.map((one) => `${one.name} ${one.version}`);
  expect(listed).toEqual(
    expect.arrayContaining(Object.entries(dependencies).map(([name, one]) => `${name} ${one}`)),
  );
  expect(listed.filter((one) => /^(vitest|playwright|oxlint) /.test(one))).toEqual([]);
}, 120_000);
