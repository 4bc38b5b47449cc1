/** Messages that the page says itself (`build/messages.ts`). */
declare module '*.ftl?said' {
  const text: string;
  export default text;
}
