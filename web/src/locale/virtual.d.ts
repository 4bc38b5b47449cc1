declare module 'virtual:ruleset-names/*' {
  const names: Record<string, string>;
  export default names;
}
