import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./lib/database/tables.ts', './lib/database/staff-tables.ts'],
  out: './lib/database/migrations',
});
