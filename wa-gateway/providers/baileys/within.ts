/** What the work gives, or `late` once `ms` milliseconds have passed. */
export const within = <T>(work: Promise<T>, ms: number, late: T): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
