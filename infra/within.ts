/** What the work gives, or `late` once `ms` milliseconds have passed. */
export const within = <T>(work: Promise<T>, ms: number, late: T): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** What the work gives; rejects once `ms` milliseconds have passed, and what comes of it then is ignored. */
export const inTime = <T>(work: Promise<T>, ms: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** What the work gives. Once the signal has aborted, the work has `ms` milliseconds left; then this rejects. */
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

/** What the work gives; rejects with the signal's reason as soon as that aborts. */
export const unless = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
