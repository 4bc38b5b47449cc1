import { errorMessage } from '../lib/error-message';

/** One thing at a time that a page has its reader do, and what came of it. */
export class Deed {
  isBusy = $state(false);
  problem = $state('');
  done = $state('');

  async run(what: () => Promise<string | void>): Promise<void> {
    if (this.isBusy) return;
    [this.isBusy, this.problem, this.done] = [true, '', ''];
    try {
      this.done = (await what()) ?? '';
    } catch (error) {
      this.problem = errorMessage(error);
    }
    this.isBusy = false;
  }
}
