import type { Report } from '@guiche/contracts/bus/reports.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import type { Keys } from './backlog.js'

/**
 * Keys of imported messages: ten for each connection, by the last digit of the chat. The report of the import's end has
 * all ten keys, so it runs after every message. Messages of different keys run in parallel.
 */
const historyKeys = (connectionId: number, digits: readonly string[]): string[] =>
  digits.map((digit) => `history:${connectionId}:${digit}`)
const DIGITS = [...'0123456789']
const lastDigit = (jid: string): string => /([0-9])(?::[0-9]+)?(?:@|$)/.exec(jid)?.[1] ?? '0'

/** Lane keys of a report: its people under every identity (or its connection), and its message. */
export const keysOf = (report: Report): Keys => {
  const own =
    'waId' in report ? `message:${messageIdOf(report.connectionId, report.fromMe, report.waId)}` : null
  if (report.kind === 'connection') return { shared: [`connection:${report.connectionId}`], own }
  if (report.kind === 'history') {
    return { shared: historyKeys(report.connectionId, report.done ? DIGITS : ['part']), own }
  }
  if (!('peer' in report)) return { shared: [], own }
  const { pn, lid, group } = report.peer
  const old =
    report.kind === 'message' && report.imported
      ? historyKeys(report.connectionId, [lastDigit(report.remoteJid)])
      : []
  if (group !== null) return { shared: [`group:${group}`, ...old], own }
  return {
    shared: [...old, ...(pn === null ? [] : [`pn:${pn}`]), ...(lid === null ? [] : [`lid:${lid}`])],
    own,
  }
}
