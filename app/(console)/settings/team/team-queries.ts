import { queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { Team } from '@/lib/staff/staff';

export const teamOptions = queryOptions({
  queryKey: ['team'],
  queryFn: (context) => readData<Team>('/data/team', context),
});
