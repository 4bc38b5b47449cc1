/** Every word of the page comes from a Fluent file; English is the only one so far. */
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import english from './en.ftl?raw';

const bundle = new FluentBundle('en');
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
