import type { Report } from '@guiche/contracts/reports.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import type { Keys } from './lines.js'

/** What a report belongs to: people by every way of naming them (or a connection), and a message. */
export const keysOf = (report: Report): Keys => {
  const own =
    'waId' in report ? `message:${messageIdOf(report.connectionId, report.fromMe, report.waId)}` : null
  if (report.kind === 'connection') return { shared: [`connection:${report.connectionId}`], own }
  if (!('peer' in report)) return { shared: [], own }
  const { pn, lid, group } = report.peer
  if (group !== null) return { shared: [`group:${group}`], own }
  return { shared: [...(pn === null ? [] : [`pn:${pn}`]), ...(lid === null ? [] : [`lid:${lid}`])], own }
}
