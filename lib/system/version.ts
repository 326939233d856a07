import packageJson from '@/package.json' with { type: 'json' };

/** With the commit, if that is known: `0.2.0+56a84d72`. `scripts/commit.mjs` finds it. */
const commit = process.env.ROSTER_COMMIT;
export const version = commit ? `${packageJson.version}+${commit}` : packageJson.version;
