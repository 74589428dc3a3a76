import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * Starts engines in Docker for the suites of one run, if the environment does not name them.
 * GET /VARIABLE starts that engine at the first request and responds 200 with its address, or 503 with the reason.
 * `close` stops the started engines. `load` imports the starters; it is called at the first request.
 */
export const serveEngines = async (load) => {
  const started = new Map()
  let docker
  const start = async (variable) => {
    const { starters, dockerAnswers } = await load()
    if (!Object.hasOwn(starters, variable)) throw new Error('no such engine is known')
    docker ??= dockerAnswers()
    if (!(await docker)) throw new Error('Docker does not answer')
    return starters[variable]()
  }
  const engineOf = (variable) => {
    if (!started.has(variable)) started.set(variable, start(variable))
    return started.get(variable)
  }
  const server = createServer(async ({ url }, response) => {
    try {
      response.end((await engineOf(url.slice(1))).address)
    } catch (error) {
      response.writeHead(503).end(error.message)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      const settled = await Promise.allSettled(started.values())
      await Promise.all(settled.map(({ value }) => value?.stop()))
    },
  }
}
