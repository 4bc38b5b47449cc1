import { accountError } from './account-error';
import { proof } from './proof.svelte';

/** What one part of a page has its reader do: one thing at a time, and what came of it. */
export class Act {
  isBusy = $state(false);
  problem = $state('');
  done = $state('');

  /** Does something that may need a proof, and says what it returns. */
  async run(what: () => Promise<string | void>): Promise<void> {
    if (this.isBusy) return;
    [this.isBusy, this.problem, this.done] = [true, '', ''];
    try {
      this.done = (await proof.of(what)) ?? '';
    } catch (error) {
      this.problem = accountError(error);
    }
    this.isBusy = false;
  }
}
