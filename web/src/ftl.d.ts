/** Parsed messages (`build/messages.ts`): the pattern of each by its id. */
declare module '*.ftl?messages' {
  const messages: Record<string, import('@fluent/bundle').Message['value']>;
  export default messages;
}

/** Those that the page says itself. */
declare module '*.ftl?said' {
  const messages: Record<string, import('@fluent/bundle').Message['value']>;
  export default messages;
}
