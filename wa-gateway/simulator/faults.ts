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

/** A copy of the stanza with encrypted parts that cannot be decrypted. */
const spoilStanza = (node: BinaryNode): BinaryNode => {
  if (!Array.isArray(node.content)) return node
  const content = node.content.map((part) => {
    if (part.tag !== 'enc' || !(part.content instanceof Uint8Array)) return part
    const bytes = Buffer.from(part.content)
    // Changes a byte in the encrypted or signed part, because neither end checks some of the other fields.
    const at = Math.floor(bytes.length * 0.75)
    bytes[at] = (bytes[at] ?? 0) ^ 0x5a
    return { ...part, content: bytes }
  })
  return { ...node, content }
}

/** Injected faults by account number. All of them affect the connection to linked clients. */
export const createFaults = () => {
  const lines = new Map<string, Line>()
  const line = (number: string) => {
    const found = lines.get(number) ?? newLine()
    lines.set(number, found)
    return found
  }
  const set = (number: string, change: Partial<Line>) => void Object.assign(line(number), change)
  const more = (number: string, what: 'duplicate' | 'corrupt' | 'swallowed', count: number) =>
    set(number, { [what]: line(number)[what] + count })
  return {
    /** Delays everything to the linked clients of an account; 0 ends the delay. */
    delay: (number: string, delayMs: number) => set(number, { delayMs }),
    /** Delivers the next messages to linked clients twice. */
    duplicate: (number: string, count = 1) => more(number, 'duplicate', count),
    /** Corrupts the next messages to linked clients. The client asks again, and the retry is readable. */
    corrupt: (number: string, count = 1) => more(number, 'corrupt', count),
    /** Swaps the next two messages to linked clients. */
    reorder: (number: string) => set(number, { reorder: true }),
    /** While on, every message of a linked client is refused with 463. */
    restrict: (number: string, restricted: boolean) => set(number, { restricted }),
    /** While on, the server ignores acknowledgements of linked clients, and sends again after a reconnection. */
    deafen: (number: string, deaf: boolean) => set(number, { deaf }),
    failLogin: (number: string, rule: FailureRule) => void line(number).failures.push(rule),
    /** The next queries of this namespace get no answer. */
    silence: (number: string, xmlns: string, times = 1) => void line(number).silent.set(xmlns, times),
    /** Loses the next messages of linked clients silently: no receiver gets them, and no error is returned. */
    swallow: (number: string, count = 1) => more(number, 'swallowed', count),
    /** Number of silences and swallowed messages that are still pending. */
    faultsLeft: (number: string): number => {
      const { silent, swallowed } = line(number)
      return [...silent.values()].reduce((a, b) => a + b, swallowed)
    },
    /** Ends all faults of an account. */
    clear: (number: string) => void lines.delete(number),
    isRestricted: (number: string) => line(number).restricted,
    isDeaf: (number: string) => line(number).deaf,
    /** Takes the failure for the next login, if one was requested. */
    takeFailure(number: string): FailureRule | undefined {
      const { failures } = line(number)
      const rule = failures[0]
      if (!rule) return undefined
      rule.times -= 1
      if (rule.times <= 0) failures.shift()
      return rule
    },
    /** Takes one silence of this kind of query: true if the query gets no answer. */
    takeSilence(number: string, xmlns: string): boolean {
      const left = line(number).silent.get(xmlns) ?? 0
      if (left <= 0) return false
      line(number).silent.set(xmlns, left - 1)
      return true
    },
    /** Takes one loss: true if this message of a linked client is lost. */
    takeSwallow(number: string): boolean {
      const state = line(number)
      if (state.swallowed <= 0) return false
      state.swallowed -= 1
      return true
    },
    /** Passes a stanza through the line's faults: delay, duplicate, corruption or reordering. */
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
        sent = spoilStanza(node)
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
