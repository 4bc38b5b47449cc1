/** Parsed messages of a file, and those of a file that the page says itself (`build/messages.ts`). */
declare module '*.ftl?messages' {
  const messages: import('./locale/locale').Messages;
  export default messages;
}
declare module '*.ftl?said' {
  const messages: import('./locale/locale').Messages;
  export default messages;
}
