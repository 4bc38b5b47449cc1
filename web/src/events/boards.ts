/** Addresses of the boards of a simul. */
import { pathTo } from '../lib/router.svelte';

/** A board as its host goes to it: its page leads on to the next one. */
export const boardPath = (event: string, game: string): string => `${pathTo('game', game)}?event=${encodeURIComponent(event)}&simul`;
