/** Flashing tab title. */

const FLASH_INTERVAL = 1000;

/** Alternates the title with `text` until the returned function is called. */
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
