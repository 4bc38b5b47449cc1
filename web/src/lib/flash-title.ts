/** The title of a tab that calls its player back. */

const FLASH_INTERVAL = 1000;

/** Says it in the title by turns with what stands there, until the answer is called. */
export function flashTitle(text: string): () => void {
  let usual = document.title;
  const beat = () => {
    if (document.title === text) document.title = usual;
    else {
      usual = document.title;
      document.title = text;
    }
  };
  beat();
  const timer = setInterval(beat, FLASH_INTERVAL);
  return () => {
    clearInterval(timer);
    if (document.title === text) document.title = usual;
  };
}
