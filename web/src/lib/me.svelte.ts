/** Who one is in this browser, a guest or an account, identified by a cookie. */
import { deleteName, renameMe, readMe, signOut } from '../wire/api';
import type { Guest } from '../wire/generated';

const KEY = 'rukh-known';
const MAX_NAME_LENGTH = 40;

class Me {
  id = $state('');
  name = $state('');
  isAccount = $state(false);
  /** Whether this browser has been here before. */
  readonly wasKnown = wasSeenBefore();
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
    this.identified = this.wasKnown ? Promise.resolve() : this.loaded;
  }

  /** Who one is; asks once more where that is not known. Fails where the server cannot be reached. */
  async known(): Promise<string> {
    await this.loaded;
    if (!this.id) this.take(await readMe());
    return this.id;
  }

  async rename(name: string): Promise<void> {
    const wanted = name.trim().slice(0, MAX_NAME_LENGTH);
    if (wanted && wanted !== this.name) this.take(await renameMe(wanted));
  }

  async deleteName(): Promise<void> {
    this.take(await deleteName());
  }

  /** Signs out, and loads the site as a guest sees it. */
  async signOut(): Promise<void> {
    await signOut();
    location.assign('/');
  }

  /** Only guests change their name here, so the answer to that says no more. */
  private take(found: Guest & { is_account?: boolean }): void {
    this.id = found.id;
    this.name = found.name;
    this.isAccount = found.is_account ?? false;
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
