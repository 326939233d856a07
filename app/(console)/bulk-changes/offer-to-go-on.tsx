'use client';

import { useEffect, useState } from 'react';
import { fetched } from '@/components/ui/fetched';
import { useBulkJobs } from '../console-providers';
import { useBulkJobList } from './bulk-jobs';

const UnfinishedBulkChanges = fetched(() => import('./unfinished-bulk-changes'));

/** Only where something was interrupted, or may have been in another window meanwhile, its code is needed. */
export function OfferToGoOn({ interrupted }: { interrupted: Promise<boolean> }) {
  const [wanted, setWanted] = useState(false);
  const hasStopped = useBulkJobList(useBulkJobs()).some(({ state }) => state === 'stopped');
  if (hasStopped && !wanted) setWanted(true);
  useEffect(() => {
    void interrupted.then((found) => found && setWanted(true));
    const comeBack = () => document.visibilityState === 'visible' && setWanted(true);
    document.addEventListener('visibilitychange', comeBack);
    return () => document.removeEventListener('visibilitychange', comeBack);
  }, [interrupted]);
  return wanted ? <UnfinishedBulkChanges /> : null;
}
