export const COMMON_PASSWORD = 'This password is too common. Choose another one.';

/** Whether it is a common password, also repeated or surrounded by digits and signs. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded late: unpacking the lists takes a tenth of a start.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = dictionary['passwords-common'];
  const lower = password.toLowerCase();
  const core = lower.replace(/^(.+?)\1+$/, '$1').replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return core.length < 2 || common.includes(lower) || common.includes(core);
}
