/** The work's value, or `late` after `ms` milliseconds. */
export const within = <T>(work: Promise<T>, ms: number, late: T): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** The work's value; rejects after `ms` milliseconds, and ignores a later outcome. */
export const inTime = <T>(work: Promise<T>, ms: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** The work's value. After the signal aborts, the work has `ms` milliseconds left; then rejects. */
export const inTimeAfter = <T>(signal: AbortSignal, work: Promise<T>, ms: number): Promise<T> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const hurry = () => {
      timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
    }
    if (signal.aborted) hurry()
    else signal.addEventListener('abort', hurry, { once: true })
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', hurry)
    })
  })

/** The work's value; rejects with the signal's reason as soon as the signal aborts. */
export const unless = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
