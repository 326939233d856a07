const ADDRESS = /[^\s@]@[^\s@]|\d(?:[\s()./-]?\d){6}/;

/** Whether pasted text has an email or a phone number. Apart from what makes a file of it, because lists load this. */
export const hasAddress = (text: string): boolean => ADDRESS.test(text);
