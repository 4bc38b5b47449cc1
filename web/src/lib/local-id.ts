/** Ids of games that are on this device only; the server gives no such id (`GameId::LOCAL_PREFIX`). */
export const LOCAL_PREFIX = 'local';

/** The guest that every person at this device is in them. */
export const LOCAL_PLAYER = 'local';

/** In local storage, once there has been such a game: pages without any do not load their list. */
export const LOCAL_KEY = 'rukh-local';

export const isLocal = (game: string): boolean => game.startsWith(LOCAL_PREFIX);
