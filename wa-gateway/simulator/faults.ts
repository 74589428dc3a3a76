import type { BinaryNode } from './nodes.js'

export type FailureRule = { code: number; times: number; attrs: Record<string, string> }

type Line = {
  delayMs: number
  duplicate: number
  corrupt: number
  reorder: boolean
  held: BinaryNode | undefined
  restricted: boolean
  deaf: boolean
  failures: FailureRule[]
  silent: Map<string, number>
  swallowed: number
}

const newLine = (): Line => ({
  delayMs: 0,
  duplicate: 0,
  corrupt: 0,
  reorder: false,
  held: undefined,
  restricted: false,
  deaf: false,
  failures: [],
  silent: new Map(),
  swallowed: 0,
})

/** A copy of the stanza whose encrypted parts cannot be read any more. */
const spoil = (node: BinaryNode): BinaryNode => {
  if (!Array.isArray(node.content)) return node
  const content = node.content.map((part) => {
    if (part.tag !== 'enc' || !(part.content instanceof Uint8Array)) return part
    const bytes = Buffer.from(part.content)
    // Well inside what is encrypted or signed: at the ends there are fields that nobody checks.
    const at = Math.floor(bytes.length * 0.75)
    bytes[at] = (bytes[at] ?? 0) ^ 0x5a
    return { ...part, content: bytes }
  })
  return { ...node, content }
}

/** Faults asked for, kept per account number. All of them act on the line to linked clients. */
export const createFaults = () => {
  const lines = new Map<string, Line>()
  const line = (number: string) => {
    const found = lines.get(number) ?? newLine()
    lines.set(number, found)
    return found
  }
  return {
    delay: (number: string, ms: number) => {
      line(number).delayMs = ms
    },
    duplicate: (number: string, count = 1) => {
      line(number).duplicate += count
    },
    corrupt: (number: string, count = 1) => {
      line(number).corrupt += count
    },
    reorder: (number: string) => {
      line(number).reorder = true
    },
    restrict: (number: string, on: boolean) => {
      line(number).restricted = on
    },
    deafen: (number: string, on: boolean) => {
      line(number).deaf = on
    },
    failLogin: (number: string, rule: FailureRule) => {
      line(number).failures.push(rule)
    },
    silence: (number: string, xmlns: string, times: number) => {
      line(number).silent.set(xmlns, times)
    },
    swallow: (number: string, count = 1) => {
      line(number).swallowed += count
    },
    /** Silences and swallowed messages that are still to come. */
    left: (number: string): number => {
      const { silent, swallowed } = line(number)
      return [...silent.values()].reduce((a, b) => a + b, swallowed)
    },
    clear: (number: string) => {
      lines.delete(number)
    },
    isRestricted: (number: string) => line(number).restricted,
    isDeaf: (number: string) => line(number).deaf,
    /** The refusal that the next login gets, if one was asked for. */
    takeFailure(number: string): FailureRule | undefined {
      const { failures } = line(number)
      const rule = failures[0]
      if (!rule) return undefined
      rule.times -= 1
      if (rule.times <= 0) failures.shift()
      return rule
    },
    /** Whether this query must stay without an answer. */
    takeSilence(number: string, xmlns: string): boolean {
      const left = line(number).silent.get(xmlns) ?? 0
      if (left <= 0) return false
      line(number).silent.set(xmlns, left - 1)
      return true
    },
    /** Whether this message of a linked client gets lost on its way. */
    takeSwallow(number: string): boolean {
      const state = line(number)
      if (state.swallowed <= 0) return false
      state.swallowed -= 1
      return true
    },
    /** Passes a stanza through the faults of the line: it may come late, twice, spoiled or after the next one. */
    pass(number: string, node: BinaryNode, send: (node: BinaryNode) => void): void {
      const state = line(number)
      const out = (one: BinaryNode) => {
        if (state.delayMs > 0) setTimeout(() => send(one), state.delayMs).unref()
        else send(one)
      }
      if (node.tag !== 'message') return out(node)
      let sent = node
      if (state.corrupt > 0) {
        state.corrupt -= 1
        sent = spoil(node)
      }
      if (state.reorder && !state.held) {
        state.held = sent
        return
      }
      out(sent)
      if (state.duplicate > 0) {
        state.duplicate -= 1
        out(sent)
      }
      if (state.held) {
        out(state.held)
        state.held = undefined
        state.reorder = false
      }
    },
  }
}

export type Faults = ReturnType<typeof createFaults>
