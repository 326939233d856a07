'use client';

import { Sparkles } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useAction } from '@/components/hooks/use-operation';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import { removeSampleData } from './sample-actions';

/** Says that the sample data is here, and removes it; not on phones above a filtered list, whose head is high. */
export default function SampleStrip() {
  const router = useRouter();
  const { mutate, isPending } = useAction(
    removeSampleData,
    ['contacts', 'segments', 'referral-codes', 'fields', 'activity'],
    {
      onSuccess() {
        router.refresh();
        toast.success('Sample data removed', {
          description: 'You can restore it from the trash within 30 days.',
        });
      },
      onError: (error) => toast.failed('Could not remove the sample data', error),
    },
  );
  return (
    <section
      aria-label="Sample data"
      className="flex items-center gap-2.5 border-b border-line bg-accent-soft px-4 py-1.5 text-sm max-md:[.page-column:has(.pill-row)_&]:hidden md:px-6 print:hidden"
    >
      <Sparkles aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1">This is sample data.</p>
      <Button size="sm" pending={isPending} onClick={() => mutate(undefined)}>
        Remove sample data
      </Button>
    </section>
  );
}
