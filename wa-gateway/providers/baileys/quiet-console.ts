import type { Logger } from '../../logger.js'
import { LIBRARY_PATH } from './library-fault.js'

type Level = 'log' | 'info' | 'warn' | 'error' | 'debug' | 'trace'
const LEVELS: readonly Level[] = ['log', 'info', 'warn', 'error', 'debug', 'trace']

type Target = Record<Level, (...parts: unknown[]) => void>

const quiet = new WeakSet<object>()

/**
 * Silences the encryption library, which prints sessions with private keys on ordinary traffic. From now on its console
 * output becomes one debug line without objects; other lines pass. Call before the library is loaded. Idempotent.
 */
export const quietConsole = (
  logger: Logger,
  target: Target = globalThis.console as unknown as Target,
  isLibrary: (stack: string) => boolean = (stack) => LIBRARY_PATH.test(stack),
): void => {
  if (quiet.has(target)) return
  quiet.add(target)
  for (const level of LEVELS) {
    const pass = target[level].bind(target)
    target[level] = (...parts) => {
      if (!isLibrary(new Error().stack ?? '')) return pass(...parts)
      const [first] = parts
      // Only the library's own words: an error's message may quote unreadable data.
      const words = typeof first === 'string' ? first.replace(/[:=].*$/s, '').slice(0, 80) : typeof first
      logger.debug({ level, parts: parts.length }, `encryption library: ${words}`)
    }
  }
}
