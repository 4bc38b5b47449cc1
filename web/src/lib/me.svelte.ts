/** The guest account of this browser, identified by a cookie. */
import { deleteName, renameMe, readMe } from '../wire/api';

const KEY = 'rukh-known';
const MAX_NAME_LENGTH = 40;

class Me {
  id = $state('');
  name = $state('');
  /** Resolves once the account is loaded or the request has failed. */
  readonly loaded: Promise<void>;
  /** Resolves at once if a cookie exists already. */
  readonly identified: Promise<void>;

  constructor() {
    // In a page of another site nobody is signed in, and a cookie would not be kept.
    const isEmbedded = location.pathname.startsWith('/embed/');
    this.loaded = isEmbedded
      ? Promise.resolve()
      : readMe().then(
          (found) => this.take(found),
          () => {},
        );
    this.identified = wasSeenBefore() ? Promise.resolve() : this.loaded;
  }

  async rename(name: string): Promise<void> {
    const wanted = name.trim().slice(0, MAX_NAME_LENGTH);
    if (wanted && wanted !== this.name) this.take(await renameMe(wanted));
  }

  async deleteName(): Promise<void> {
    this.take(await deleteName());
  }

  private take(found: { id: string; name: string }): void {
    this.id = found.id;
    this.name = found.name;
    try {
      localStorage.setItem(KEY, '1');
    } catch {
      // Without storage every visit waits for the response.
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
