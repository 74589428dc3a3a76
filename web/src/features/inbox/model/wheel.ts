/** Wheel pixels per zoom step: a mouse notch exceeds them; a touchpad sends many small amounts. */
const STEP_PIXELS = 80
/** Pixels per line: Firefox reports lines for a mouse. */
const LINE_PIXELS = 32

type Turn = Pick<WheelEvent, 'deltaY' | 'deltaMode'>

/** Sums wheel movements: gives 1 (larger) or -1 (smaller) once they reach a step, else 0. */
export const createWheel = () => {
  let turned = 0
  return ({ deltaY, deltaMode }: Turn): 1 | -1 | 0 => {
    const pixels = deltaMode === 0 ? deltaY : deltaY * LINE_PIXELS
    // the direction changed: count from here
    if (Math.sign(pixels) !== Math.sign(turned)) turned = 0
    turned += pixels
    if (Math.abs(turned) < STEP_PIXELS) return 0
    turned = 0
    return pixels < 0 ? 1 : -1
  }
}
