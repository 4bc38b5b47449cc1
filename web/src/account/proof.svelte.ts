import { ApiError } from '../wire/api';

/** Asks to sign in again where the server wants a proof of who is there. The dialog of `ProofDialog.svelte` gives the answer. */
export class Proof {
  isAsked = $state(false);
  private settle: (isGiven: boolean) => void = () => {};

  /** Does something; where that needs a proof, asks for it and does it again. Without one, what the server said is thrown. */
  async of<Answer>(what: () => Promise<Answer>): Promise<Answer> {
    try {
      return await what();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'prove_it') || !(await this.ask())) throw error;
      return what();
    }
  }

  /** Whether the reader has signed in again. */
  answer(isGiven: boolean): void {
    this.isAsked = false;
    this.settle(isGiven);
  }

  private ask(): Promise<boolean> {
    this.isAsked = true;
    return new Promise((settle) => (this.settle = settle));
  }
}

export const proof = new Proof();
