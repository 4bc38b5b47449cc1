/** The title of a tab that calls its player back. */

const BEAT = 1000;

/** Says it in the title by turns with what stands there, until the answer is called. */
export function callByTitle(text: string): () => void {
  let usual = document.title;
  const beat = () => {
    if (document.title === text) document.title = usual;
    else {
      usual = document.title;
      document.title = text;
    }
  };
  beat();
  const timer = setInterval(beat, BEAT);
  return () => {
    clearInterval(timer);
    if (document.title === text) document.title = usual;
  };
}
