/**
 * The pictures of how pieces move, played: a piece goes to the square that is pressed or pointed at and
 * comes back; the whole picture, pressed beside a square or with the keyboard, plays its moves in turn.
 * Without a script the pictures are as the server has written them.
 */

/** How long a piece stays on a square, in milliseconds. */
const STAY = 450;

/** Lets the pictures within an element be played. */
export function playMoves(root: ParentNode): void {
  for (const svg of root.querySelectorAll<SVGSVGElement>('svg.moves:not(.playing)')) {
    const piece = svg.querySelector<SVGElement>('.piece');
    const squares = [...svg.querySelectorAll('circle')];
    if (!piece || !squares.length) continue;
    // The piece stands in the middle of a picture whose side is a whole number of squares.
    const middle = (svg.viewBox.baseVal.width - 0.2) / 2;
    let timer = 0;
    const go = (square: SVGCircleElement | null) => {
      const [x, y] = square ? [square.cx.baseVal.value - middle, square.cy.baseVal.value - middle] : [0, 0];
      piece.style.translate = `${x}px ${y}px`;
    };
    /** Goes to one square after the other, coming back from each. */
    const play = ([first, ...more]: SVGCircleElement[]) => {
      clearTimeout(timer);
      go(first ?? null);
      if (first)
        timer = window.setTimeout(() => {
          go(null);
          if (more.length) timer = window.setTimeout(play, STAY, more);
        }, STAY);
    };
    const squareAt = (event: Event) => (event.target instanceof SVGCircleElement ? event.target : null);
    svg.classList.add('playing');
    svg.setAttribute('role', 'button');
    svg.setAttribute('tabindex', '0');
    svg.addEventListener('pointerover', (event) => {
      const square = event.pointerType === 'mouse' ? squareAt(event) : null;
      if (square) play([square]);
    });
    svg.addEventListener('click', (event) => {
      const square = squareAt(event);
      play(square ? [square] : squares);
    });
    svg.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      play(squares);
    });
  }
}
