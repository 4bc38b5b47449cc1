declare module 'virtual:rukh-package' {
  /** Loads the package; null where it was not built. */
  export const load: (() => Promise<typeof import('rukh')>) | null;
}
