/** Runs tasks of one stream one after another, tasks of different streams side by side. */
export const createStreamQueue = () => {
  const tails = new Map<string, Promise<unknown>>()
  return <T>(stream: string, task: () => Promise<T>): Promise<T> => {
    const before = tails.get(stream)
    const run = before === undefined ? task() : before.then(task, task)
    // the tail never rejects: a failed task must not fail the next one, nor count as unhandled
    const tail = run.then(
      () => {},
      () => {},
    )
    tails.set(stream, tail)
    tail.then(() => {
      if (tails.get(stream) === tail) tails.delete(stream)
    })
    return run
  }
}
