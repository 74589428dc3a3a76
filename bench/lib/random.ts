/** Pseudo-random numbers: the same seed gives the same numbers (mulberry32). */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number
  /** 0 ≤ n < `limit`, whole */
  below(limit: number): number
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { next, below: (limit) => Math.floor(next() * limit) }
}

const SYLLABLES =
  'ba be bi bo bu ca co da de di do fa fe la le li lo ma me mi mo na no pa po ra re ri ta te'.split(' ')

/** Distinct words of two to four syllables. */
export const createVocabulary = (size: number, random: Random): readonly string[] => {
  const words = new Set<string>()
  while (words.size < size) {
    const length = 2 + random.below(3)
    words.add(Array.from({ length }, () => SYLLABLES[random.below(SYLLABLES.length)]).join(''))
  }
  return [...words]
}

/** A sentence whose words have the uneven frequencies of a language. The first words of the list are the most frequent. */
export const createSentence = (words: readonly string[], random: Random): string =>
  Array.from(
    { length: 3 + random.below(10) },
    () => words[Math.floor(words.length ** random.next()) - 1] ?? 'oi',
  ).join(' ')
