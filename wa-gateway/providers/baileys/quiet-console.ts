import type { Logger } from '../../logger.js'
import { OF_LIBRARY } from './library-fault.js'

type Level = 'log' | 'info' | 'warn' | 'error' | 'debug' | 'trace'
const LEVELS: readonly Level[] = ['log', 'info', 'warn', 'error', 'debug', 'trace']

type Target = Record<Level, (...parts: unknown[]) => void>

const quiet = new WeakSet<object>()

/**
 * The encryption library prints sessions, private keys among them, on ordinary traffic. From now on what it writes to
 * the console becomes one debug line without its objects; everybody else's lines pass. To be called before the
 * library is loaded; repeating it is harmless.
 */
export const quietConsole = (
  logger: Logger,
  target: Target = globalThis.console as unknown as Target,
  isLibrary: (stack: string) => boolean = (stack) => OF_LIBRARY.test(stack),
): void => {
  if (quiet.has(target)) return
  quiet.add(target)
  for (const level of LEVELS) {
    const pass = target[level].bind(target)
    target[level] = (...parts) => {
      if (!isLibrary(new Error().stack ?? '')) return pass(...parts)
      const [first] = parts
      // Only words that the library itself wrote: an error's message may quote what it could not read.
      const words = typeof first === 'string' ? first.replace(/[:=].*$/s, '').slice(0, 80) : typeof first
      logger.debug({ level, parts: parts.length }, `encryption library: ${words}`)
    }
  }
}
