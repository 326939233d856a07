import packageJson from '@/package.json' with { type: 'json' };

/** With the commit that it was built from, if that is known: `0.2.0+56a84d72`. The build puts it in. */
const commit = process.env.ROSTER_COMMIT;
export const version = commit ? `${packageJson.version}+${commit}` : packageJson.version;
