/** Who sits at this browser: a guest the server knows by a cookie. */
import { renameMe, readMe } from '../wire/api';

const KEY = 'rukh-known';
const MAX_NAME_LENGTH = 40;

class Me {
  id = $state('');
  name = $state('');
  /** Settled once the server has said who this is, or could not be asked. */
  readonly loaded: Promise<void>;
  /** Settled at once where a cookie stands already, so that nobody waits for what is known. */
  readonly identified: Promise<void>;

  constructor() {
    this.loaded = readMe().then((found) => this.take(found), () => {});
    this.identified = wasSeenBefore() ? Promise.resolve() : this.loaded;
  }

  async rename(name: string): Promise<void> {
    const wanted = name.trim().slice(0, MAX_NAME_LENGTH);
    if (wanted && wanted !== this.name) this.take(await renameMe(wanted));
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

function wasSeenBefore(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export const me = new Me();
