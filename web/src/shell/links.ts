/** Addresses outside of the site. */
export const SOURCE = 'https://github.com/rukh-chess/rukh';
export const LICENCE = `${SOURCE}/blob/main/LICENSE`;
/** A page of the book. */
export const bookPage = (name: string) => `${SOURCE}/blob/main/docs/${name}`;
export const BOTS = `${SOURCE}/tree/main/examples/bots`;
