import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** In milliseconds: they are fetched first on a new machine. */
const STARTED_WITHIN = 240_000
const ENGINES = [
  { name: 'mongodb', variable: 'MONGODB_URL', port: 27117 },
  { name: 'kafka', variable: 'KAFKA_BROKERS', port: 19092 },
]

const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (does) => {
      socket.destroy()
      resolve(does)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })

/** The last lines of an engine's log. */
const logOf = (name) => {
  const file = join(process.env.ENGINES_HOME ?? join(homedir(), '.cache/engines'), `${name}.log`)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-15).join('\n') : ''
}

/**
 * Starts the engines that the environment does not name, with the machine's own command. An engine that runs already stays
 * up afterwards.
 * @param {string} command
 * @returns {Promise<{ env: Record<string, string>, started: string[], skipped: string[] }>} `env`: their addresses;
 * `started`: names of those to stop; `skipped`: why an engine cannot be had
 */
export const startEngines = async (command) => {
  const found = { env: {}, started: [], skipped: [] }
  if (!existsSync(command)) return { ...found, skipped: ['no engines command is here'] }
  const up = (name) =>
    spawnSync(command, ['up', name], { encoding: 'utf8', timeout: STARTED_WITHIN, killSignal: 'SIGKILL' })
  const running = await Promise.all(ENGINES.map(({ port }) => isListening(port)))
  // A killed Kafka with the partitions of many runs takes a minute to come back.
  if (!running.some(Boolean)) spawnSync(command, ['wipe'], { timeout: STARTED_WITHIN })
  for (const [at, { name, variable, port }] of ENGINES.entries()) {
    if (process.env[variable]) continue
    let done = up(name)
    // a process that has the number of an engine that was killed long ago looks like that engine
    if (done.status === 0 && !(await isListening(port))) done = up(name)
    if (!running[at]) found.started.push(name)
    const address = new RegExp(`^export ${variable}='(.*)'$`, 'm').exec(done.stdout ?? '')?.[1]
    if (done.status === 0 && address !== undefined && (await isListening(port))) found.env[variable] = address
    else found.skipped.push(`${name} does not start: ${done.stderr ?? done.error}\n${logOf(name)}`)
  }
  return found
}

/** Stops engines that this run has started. */
export const stopEngines = (command, names) => {
  for (const name of names) {
    try {
      execFileSync(command, ['down', name], { timeout: 60_000, stdio: 'ignore' })
    } catch {
      // the engine has ended by itself
    }
  }
}
