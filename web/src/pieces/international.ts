import type { Stroke } from './stroke';
import { traditional } from './traditional';

/** International set: Staunton-like figures, with new ones for the other pieces. */
export const international: Record<string, Stroke[]> = {
  shah: [
    ['body', 'M19 50L14 26C12 18 24 15 32 24C40 15 52 18 50 26L45 50Z'],
    ['body', 'M29.5 22V14H25V9H29.5V4H34.5V9H39V14H34.5V22L32 24Z'],
    ['line', 'M32 24V41M17 42C25 39 39 39 47 42'],
  ],
  queen: [
    ['body', 'M19 50L12 20L22 31L25 13L32 29L39 13L42 31L52 20L45 50Z'],
    ['body', 'M12 13.5A3.5 3.5 0 1 1 11.99 13.5Z'],
    ['body', 'M25 7A3.5 3.5 0 1 1 24.99 7Z'],
    ['body', 'M39 7A3.5 3.5 0 1 1 38.99 7Z'],
    ['body', 'M52 13.5A3.5 3.5 0 1 1 51.99 13.5Z'],
    ['line', 'M17 42C25 39 39 39 47 42'],
  ],
  firzan: [
    ['body', 'M20 50L15 22L25 32L32 17L39 32L49 22L44 50Z'],
    ['body', 'M32 9A4.5 4.5 0 1 1 31.99 9Z'],
    ['line', 'M18.5 42C25 39 39 39 45.5 42'],
  ],
  bishop: [
    ['body', 'M19 50C25 47 24 42 22 38C17 30 22 20 32 11C42 20 47 30 42 38C40 42 39 47 45 50Z'],
    ['body', 'M32 4.5A3.5 3.5 0 1 1 31.99 4.5Z'],
    ['line', 'M32 21V33M26 27H38M23 40H41'],
  ],
  fil: [
    ['body', 'M22 18C14 10 5 15 6 27C7 37 16 41 22 36Z'],
    ['body', 'M42 18C50 10 59 15 58 27C57 37 48 41 42 36Z'],
    ['body', 'M20 22C20 14 25 11 32 11C39 11 44 14 44 22C44 30 40 32 40 38V50H24V38C24 32 20 30 20 22Z'],
    ['line', 'M28 34V50M36 34V50M28 41H36'],
    ['dot', 'M26 20.5A2.3 2.3 0 1 1 25.99 20.5Z'],
    ['dot', 'M38 20.5A2.3 2.3 0 1 1 37.99 20.5Z'],
  ],
  faras: [
    ['body', 'M20 50C20 41 30 38 31 30C27 33 24 32 21 35C18 39 12 37 11 33C11 28 17 25 18 20C19 15 23 12 27 11L28 5L34 10C45 13 50 26 48 50Z'],
    ['line', 'M33.5 11C42 18 43 30 42 43'],
    ['dot', 'M25 17A2.4 2.4 0 1 1 24.99 17Z'],
  ],
  rukh: [
    ['body', 'M18 50L20 28L14 24V11H22V16H28V11H36V16H42V11H50V24L44 28L46 50Z'],
    ['line', 'M20 28H44M18.5 43H45.5'],
  ],
  baidaq: [
    ['body', 'M20 50C20 42 26 38 28 33H24V29H27C22 22 25 14 32 14C39 14 42 22 37 29H40V33H36C38 38 44 42 44 50Z'],
  ],
  castle: [
    ['body', 'M8 50V14H13V19H17V14H22V28H27V23H37V28H42V14H47V19H51V14H56V50Z'],
    ['dot', 'M26 50V42C26 35 38 35 38 42V50Z'],
    ['line', 'M22 28V50M42 28V50'],
  ],
  chevalier: [
    ['body', 'M16 50V28C16 18 22 13 32 13C42 13 48 18 48 28V50Z'],
    ['body', 'M32 14C30 8 36 3 47 5C44 7 45 10 41 13C38 15 34 16 32 14Z'],
    ['dot', 'M20 27H44V32H34.5V46H29.5V32H20Z'],
  ],
  courtier: [
    ['body', 'M8 44C8 38 16 38 19 36L23 18C24 14 40 14 41 18L45 36C48 38 56 38 56 44C48 51 16 51 8 44Z'],
    ['body', 'M41 30C47 26 52 16 50 6C43 8 38 16 39 24Z'],
    ['line', 'M19 36C26 40 38 40 45 36'],
  ],
  cavalier: [
    ['body', 'M18 50C18 42 26 38 27 31C23 34 20 33 17 36C14 39 8 38 8 34C8 29 13 26 14 21C15 16 19 13 22 12L23 6L29 11C35 13 39 18 41 25C44 24 50 20 57 21C58 29 54 36 46 38C48 40 51 39 53 39C51 45 48 48 44 50Z'],
    ['line', 'M29 12C35 18 36 30 35 42M41 25C40 31 41 35 46 38'],
    ['dot', 'M20.5 18A2.4 2.4 0 1 1 20.49 18Z'],
  ],
  vizier: traditional.vizier!,
  silver: traditional.silver!,
  gold: traditional.gold!,
  'backward-firzan': traditional['backward-firzan']!,
  guard: traditional.guard!,
};
