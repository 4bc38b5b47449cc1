/**
 * What most pages share, in a few files: the scripts of each by their paths. What a file of a group imports comes with
 * it, unless a group before it has it.
 */

/** Files whose path has one of these parts. */
const among = (...parts: string[]) => new RegExp(parts.map((part) => part.replace(/[./]/g, '\\$&')).join('|'));

/** What every page needs: the frame of the site, its texts and its connection. */
export const BASE = among(
  'node_modules/(?!lean-qr/|@simplewebauthn/)',
  'preload-helper',
  'src/App.svelte',
  'src/shell/',
  'src/locale/locale.ts',
  'src/locale/message.ts',
  'src/lib/person-name.ts',
  'src/lib/Title.svelte',
  'src/lib/Loading',
  'src/wire/api',
  'src/wire/socket',
  'src/game/seat.ts',
  'src/game/time.ts',
  'src/forms/SoundControl',
  'src/lib/language',
  'src/lib/LanguageChoice',
  'src/lib/TranslationNote',
  'src/lib/addresses',
  'src/lib/announcer',
  'src/lib/error-message',
  'src/lib/flash-title',
  'src/lib/me.',
  'src/lib/offline',
  'src/lib/pending-seeks',
  'src/lib/router',
  'src/settings/',
  'src/lib/signal',
  'src/lib/started-game',
  'src/lib/local-id',
  'src/library/written',
  'src/lib/focus',
  'src/wire/id',
  'src/lib/rukh-package',
  'src/lib/play-here',
  'virtual:rukh-package',
);
/** Pictures of boards and pieces. */
export const PIECES = among(
  'src/pieces/',
  'assets/pieces/',
  'assets/skins',
  'src/board/skin',
  'src/board/geometry',
  'src/board/static-board',
  'src/board/board.css',
  'src/game/StaticBoard',
  'src/game/PieceIcon',
  'src/game/thumbnail',
);
/** What lists and pages of rulesets say beside their pictures, and what a puzzle asks. */
export const RULESETS = among(
  'src/lobby/TimeAndPlace',
  'src/game/game-list',
  'src/locale/Localized',
  'src/lib/families',
  'src/puzzle/describe',
  'src/puzzle/requests',
  'src/puzzle/streak',
);
/** What games, replays and lessons share. */
export const PLAY = among(
  'src/board/board.',
  'src/board/input',
  'src/board/overlay',
  'src/board/marks',
  'src/game/BoardHost',
  'src/game/Captured',
  'src/game/Clock',
  'src/game/MoveList',
  'src/game/Player',
  'src/game/San',
  'src/game/annotations',
  'src/game/clock',
  'src/live/describe',
  'src/game/describe-contest',
  'src/game/moves.',
  'src/game/notation',
  'src/game/orient',
  'src/game/piece-name',
  'src/game/playback',
  'src/game/reconstruct',
  'src/local/source',
  'src/learn/guided-game',
  'src/game/game-link',
  'src/lib/bounded-cache',
);
/** What the pages of accounts share. */
export const ACCOUNT = among('src/account/', 'src/wire/account', 'node_modules/@simplewebauthn/');
