import { t } from '../locale/locale';

/** Copies a text; says that it is copied, or how to do it by hand. */
export const copied = (text: string): Promise<string> =>
  navigator.clipboard.writeText(text).then(
    () => t('account-copied'),
    () => t('account-copy-by-hand'),
  );

/** Has the browser save a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download reads it after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
