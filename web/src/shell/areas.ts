/**
 * Areas of messages that pages need beside those of every page, by the page's file in `pages/`. The
 * build reads this too: a page's head names the English messages, so that they come with the page.
 */
export const AREAS: Record<string, string | string[]> = {
  Home: ['lobby', 'question'],
  Game: 'game',
  Rulesets: 'setup',
  Create: ['lobby', 'setup', 'ratings', 'name'],
  Challenge: ['lobby', 'setup', 'ratings', 'name'],
  Analysis: 'analysis',
  Puzzles: ['puzzles', 'question'],
  Puzzle: ['puzzles', 'question'],
  Games: ['archive', 'ratings', 'lobby'],
  Player: ['archive', 'ratings', 'appointments'],
  Ratings: 'ratings',
  Events: ['lobby', 'setup', 'ratings', 'events'],
  Event: ['ratings', 'events'],
  People: ['lobby', 'setup', 'ratings', 'name', 'appointments'],
  Learn: 'learn',
  Lesson: 'learn',
  Replay: 'chat',
  Embed: 'chat',
  Verify: 'verify',
  SignIn: 'account',
  Register: 'account',
  Account: ['account', 'name'],
  Settings: 'settings',
  Languages: 'languages',
  About: 'site',
  Help: 'site',
  Privacy: 'privacy',
  Api: 'site',
};
