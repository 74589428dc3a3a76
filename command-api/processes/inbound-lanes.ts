import type { Report } from '@guiche/contracts/reports.js'
import { messageIdOf } from '@guiche/infra/ids.js'

/** Reports that are handled one after another, because their order tells something. */
export type Lane<T> = readonly T[]

/** What a report belongs to: people by every way of naming them, and a message. */
const keysOf = (report: Report): { readonly people: readonly string[]; readonly message: string | null } => {
  const message =
    'waId' in report ? `message:${messageIdOf(report.connectionId, report.fromMe, report.waId)}` : null
  if (!('peer' in report)) return { people: [], message }
  const { pn, lid, group } = report.peer
  if (group !== null) return { people: [`group:${group}`], message }
  return {
    people: [...(pn === null ? [] : [`pn:${pn}`]), ...(lid === null ? [] : [`lid:${lid}`])],
    message,
  }
}

/**
 * Splits the reports of one company into stages, one after another, of lanes, side by side. Reports of one chat, and of
 * one message, keep their order; a report that shows two lanes to be of one person begins a new stage.
 */
export const planLanes = <T extends { readonly value: Report }>(batch: readonly T[]): Lane<T>[][] => {
  const stages: Lane<T>[][] = []
  let lanes: T[][] = []
  let laneOf = new Map<string, T[]>()
  const flush = () => {
    if (lanes.length > 0) stages.push(lanes)
    lanes = []
    laneOf = new Map()
  }
  for (const item of batch) {
    const { people, message } = keysOf(item.value)
    const keys = message === null ? [...people] : [...people, message]
    if (item.value.kind === 'connection') keys.push(`connection:${item.value.connectionId}`)
    const known = new Set(keys.map((key) => laneOf.get(key)).filter((lane) => lane !== undefined))
    if (known.size > 1) flush()
    const [first] = known.size === 1 ? known : []
    const lane: T[] = first ?? []
    if (first === undefined) lanes.push(lane)
    lane.push(item)
    for (const key of keys) laneOf.set(key, lane)
  }
  flush()
  return stages
}
