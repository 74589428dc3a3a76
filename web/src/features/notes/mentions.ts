/** A colleague by name. */
export interface NamedColleague {
  readonly id: number
  readonly name: string
}
interface Part<U> {
  readonly text: string
  /** the users with the name that this part mentions as `@name`; empty for ordinary text */
  readonly users: readonly U[]
}

/** A letter or digit after a name makes another name: `@Anabela` does not mention `Ana`. */
const GOES_ON = /^[\p{L}\p{N}]/u

/**
 * Splits a note's text into ordinary parts and mentions of these users. Of two matching names, the longer one
 * counts.
 */
export const splitMentions = <U extends NamedColleague>(text: string, people: readonly U[]): Part<U>[] => {
  const names = people.map(({ name }) => name).sort((a, b) => b.length - a.length)
  const parts: Part<U>[] = []
  let from = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const rest = text.slice(at + 1)
    const name = names.find((one) => rest.startsWith(one) && !GOES_ON.test(rest.slice(one.length)))
    if (name === undefined) continue
    if (at > from) parts.push({ text: text.slice(from, at), users: [] })
    from = at + 1 + name.length
    parts.push({ text: text.slice(at, from), users: people.filter((one) => one.name === name) })
    at = from - 1
  }
  return from < text.length ? [...parts, { text: text.slice(from), users: [] }] : parts
}

/** Ids of the users whom a text mentions, each once. */
export const mentionedIn = (text: string, people: readonly NamedColleague[]): number[] => [
  ...new Set(splitMentions(text, people).flatMap(({ users }) => users.map(({ id }) => id))),
]

/** The unfinished mention before the caret: the index of its `@` and the text after it; null for none. */
export const askedMention = (text: string, caret: number): { from: number; typed: string } | null => {
  const typed = /(?:^|\s)@([^\s@]*)$/.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { from: caret - typed.length - 1, typed }
}
