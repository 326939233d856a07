import packageJson from '@/package.json' with { type: 'json' };

/** The commit, found by `scripts/commit.mjs`, is part of the version if it is known: `0.2.0+56a84d72`. */
const commit = process.env.ROSTER_COMMIT;
export const version = commit ? `${packageJson.version}+${commit}` : packageJson.version;
