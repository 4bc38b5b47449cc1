/** Who sits at this browser: a guest the server knows by a cookie. */
import { nameMe, readMe } from '../wire/api';

const KEY = 'rukh-known';
const LONGEST_NAME = 40;

class Me {
  id = $state('');
  name = $state('');
  /** Settled once the server has said who this is, or could not be asked. */
  readonly asked: Promise<void>;
  /** Settled at once where a cookie stands already, so that nobody waits for what is known. */
  readonly known: Promise<void>;

  constructor() {
    this.asked = readMe().then((found) => this.take(found), () => {});
    this.known = wasHere() ? Promise.resolve() : this.asked;
  }

  async rename(name: string): Promise<void> {
    const wanted = name.trim().slice(0, LONGEST_NAME);
    if (wanted && wanted !== this.name) this.take(await nameMe(wanted));
  }

  private take(found: { id: string; name: string }): void {
    this.id = found.id;
    this.name = found.name;
    try {
      localStorage.setItem(KEY, '1');
    } catch {
      // Then every visit waits for the answer.
    }
  }
}

function wasHere(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export const me = new Me();
