'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { callAction } from '@/components/hooks/call-action';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { Button } from '@/components/ui/button';
import { focusAround } from '@/components/ui/focus-main';
import { toast } from '@/components/ui/toast';
import { Mark } from '@/components/ui/wordmark';
import { LOGO_SIDE as SIDE } from '@/lib/staff/account';
import { Section } from '../section';
import { setLogo } from './organization-actions';

/** The logo, with its upload. */
export function LogoForm({ logo }: { logo: string | null }) {
  const router = useRouter();
  const isHydrated = useHydrated();
  const inputRef = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async (file: File | null) => callAction(setLogo, { png: file && (await readLogo(file)) }),
    onSuccess: (_, file) => {
      router.refresh();
      toast.success(file ? 'Logo updated' : 'Logo removed');
    },
    onError: (error: Error) => toast.failed(null, error),
  });
  return (
    <Section title="Logo" description="Shown beside the name in the sidebar. Square images work best.">
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-2 flex size-10 items-center justify-center rounded-lg border border-line [&>*]:size-7!">
          <Mark logo={logo} />
        </span>
        <input
          ref={inputRef}
          type="file"
          accept="image/*"
          className="hidden"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) mutate(file);
            // Reset, so that the same file can be chosen again.
            target.value = '';
          }}
        />
        <Button disabled={!isHydrated} pending={isPending} onClick={() => inputRef.current?.click()}>
          {logo ? 'Replace logo' : 'Upload logo'}
        </Button>
        {logo ? (
          <span ref={focusAround}>
            <Button variant="ghost" pending={isPending} onClick={() => mutate(null)}>
              Remove logo
            </Button>
          </span>
        ) : null}
      </div>
    </Section>
  );
}

/**
 * Converts an image to a small square PNG in Base64. Drawing it drops everything else in the file. @throws Error with a
 * message to show
 */
async function readLogo(file: File): Promise<string> {
  const image = new Image();
  const reader = new FileReader();
  try {
    await new Promise((resolve, reject) => {
      reader.addEventListener('load', resolve);
      reader.addEventListener('error', reject);
      reader.readAsDataURL(file);
    });
    image.src = String(reader.result);
    await image.decode();
  } catch {
    throw new Error(`${file.name} cannot be read. Choose a PNG, JPEG or SVG.`);
  }
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  // Vector images without a size fill the square.
  const [width, height] = [image.naturalWidth || SIDE, image.naturalHeight || SIDE];
  const scale = SIDE / Math.max(width, height);
  const [across, down] = [width * scale, height * scale];
  canvas.getContext('2d')?.drawImage(image, (SIDE - across) / 2, (SIDE - down) / 2, across, down);
  return canvas.toDataURL('image/png').replace(/^.*,/, '');
}
