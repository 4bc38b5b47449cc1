/** Every word of the page comes from a Fluent file; English is the only one so far. */
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import english from './en.ftl?raw';

/** The language of the page; dates are written in it too. */
export const language = 'en-GB';

const bundle = new FluentBundle(language);
bundle.addResource(new FluentResource(english));

/** The message of that name, or the name itself when nobody wrote it. */
export function t(id: string, args?: Record<string, FluentVariable>): string {
  const message = bundle.getMessage(id);
  return message?.value ? bundle.formatPattern(message.value, args ?? null, []) : id;
}

/** Whether somebody wrote a message of that name. */
export function hasMessage(id: string): boolean {
  return bundle.hasMessage(id);
}
