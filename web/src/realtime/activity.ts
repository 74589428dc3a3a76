/** Who has done nothing here for so long is away, in milliseconds. */
const AWAY_AFTER = 300_000
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/** Tells when nobody has done anything in this window for five minutes, and when somebody does again. */
export const watchActivity = (onChange: (away: boolean) => void): (() => void) => {
  let last = Date.now()
  let away = false
  let timer: ReturnType<typeof setTimeout>
  const look = (): void => {
    const quiet = Date.now() - last
    if (quiet < AWAY_AFTER) {
      timer = setTimeout(look, AWAY_AFTER - quiet)
      return
    }
    away = true
    onChange(true)
  }
  const sign = (): void => {
    last = Date.now()
    if (!away) return
    away = false
    onChange(false)
    timer = setTimeout(look, AWAY_AFTER)
  }
  timer = setTimeout(look, AWAY_AFTER)
  for (const name of SIGNS) addEventListener(name, sign, { capture: true, passive: true })
  return () => {
    clearTimeout(timer)
    for (const name of SIGNS) removeEventListener(name, sign, { capture: true })
  }
}
