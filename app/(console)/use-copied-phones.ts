import { useEffect } from 'react';
import { formatPhone } from '@/components/text/phone';

/** While mounted, makes the browser copy a selected phone in E.164 format, which every program understands. */
export function useCopiedPhones(): void {
  useEffect(() => {
    const copyPhone = (event: ClipboardEvent) => {
      const shown = getSelection()?.toString().trim() ?? '';
      const phone = shown.replaceAll(' ', '');
      if (phone === shown || formatPhone(phone) !== shown) return;
      event.clipboardData?.setData('text/plain', phone);
      event.preventDefault();
    };
    document.addEventListener('copy', copyPhone);
    return () => document.removeEventListener('copy', copyPhone);
  }, []);
}
