import { NotFoundMessage } from '@/app/page-not-found';

export default function CodeNotFound() {
  return <NotFoundMessage what="Referral code" href="/referral-codes" />;
}
