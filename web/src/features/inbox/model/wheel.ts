/** Pixels of turning that enlarge by one step: a notch of a mouse is as much or more, a touchpad tells many small ones. */
const STEP = 80
/** In Firefox a mouse tells lines. */
const LINE = 32

type Turn = Pick<WheelEvent, 'deltaY' | 'deltaMode'>

/** What turning a wheel amounts to: gives 1 (larger) or -1 (smaller) once it was turned far enough, else 0. */
export const createWheel = () => {
  let turned = 0
  return ({ deltaY, deltaMode }: Turn): 1 | -1 | 0 => {
    const pixels = deltaMode === 0 ? deltaY : deltaY * LINE
    // turned back: from there on
    if (Math.sign(pixels) !== Math.sign(turned)) turned = 0
    turned += pixels
    if (Math.abs(turned) < STEP) return 0
    turned = 0
    return pixels < 0 ? 1 : -1
  }
}
