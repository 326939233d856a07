import { queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { OpenSession } from '@/lib/staff/staff';

export function sessionOptions() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: (context) => readData<OpenSession[]>('/data/sessions', context),
  });
}
