import { queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { OpenSession } from '@/lib/staff/staff';

export const sessionOptions = queryOptions({
  queryKey: ['sessions'],
  queryFn: (context) => readData<OpenSession[]>('/data/sessions', context),
});
