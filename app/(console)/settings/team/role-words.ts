import type { Role } from '@/lib/staff/roles';

export const roleNames: Record<Role, string> = { admin: 'Admin', editor: 'Editor', viewer: 'Viewer' };

export const roleWords: Record<Role, string> = {
  admin: 'Everything, including team and API tokens',
  editor: 'Creates, changes and deletes contacts, segments and referral codes',
  viewer: 'Reads and exports',
};
