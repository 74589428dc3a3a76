/**
 * What a customer answered to a question with choices, as it is compared with the choices: the whole text in lower case,
 * without accents, outer blanks, marks of bold or italic, and a full stop at its end. `５`, `3️⃣`, `*2*` and `1.` are plain
 * digits then.
 */
export const plainAnswer = (text: string): string =>
  text
    .normalize('NFKD')
    // accents, the frame of a keycap, the choice between text and emoji, and what only turns the direction of reading
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/^[\s*_~]+|[\s*_~.)!]+$/gu, '')
    .replace(/\s+/gu, ' ')
