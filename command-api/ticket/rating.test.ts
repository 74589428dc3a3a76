import { describe, expect, it } from '@jest/globals'
import { type RatingQuestion, ratingOf, ratingReply, type Said } from './rating.js'

const AT = '2026-03-02T12:00:00.000Z'
const after = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString()
const says = (text: string, minutes = 1, kind: Said['kind'] = 'conversation'): Said => ({
  ...{ kind, text },
  at: after(minutes),
})
const asked: RatingQuestion = { stage: 'asked', at: AT }
const again: RatingQuestion = { stage: 'again', at: AT, againAt: after(0.5) }
const rated = (comments = 0): RatingQuestion => ({ stage: 'rated', at: AT, comments })
const DAYS = 1440

describe('a rating', () => {
  it.each([
    ['3', 3],
    [' 2 ', 2],
    ['1.', 1],
    ['*2*', 2],
    ['3!', 3],
    ['5!', null],
    ['５', null],
    ['３', 3],
    ['3️⃣', 3],
    ['\u200e1', 1],
    ['Três', 3],
    ['dois', 2],
    ['Muito  satisfeito!', 3],
    ['Insatisfecha', 1],
    ['very satisfied', 3],
    ['nota 3', null],
    ['31', null],
    ['0', null],
    ['٣', null],
    ['não satisfeito', null],
    ['Obrigado', null],
    ['', null],
  ])('is said by the whole text: %p → %p', (text, rating) => {
    expect(ratingOf(text)).toBe(rating)
  })
})

describe('a message after the question how it was', () => {
  it.each<[string, RatingQuestion, Said, object]>([
    ['a number', asked, says('3'), { kind: 'rated', rating: 3 }],
    ['a number in the second try', again, says('1'), { kind: 'rated', rating: 1 }],
    ['a number days after it', asked, says('2', 3 * DAYS - 1), { kind: 'rated', rating: 2 }],
    ['a number after three days', asked, says('2', 3 * DAYS), { kind: 'message' }],
    ['thanks', asked, says('Obrigado'), { kind: 'again' }],
    ['a number that is none of them', asked, says('5'), { kind: 'again' }],
    ['a sticker', asked, says('', 1, 'sticker'), { kind: 'again' }],
    ['thanks once more', again, says('Obrigado'), { kind: 'thanked' }],
    ['thanks once more, before it could read the question', again, says('valeu', 0.54), { kind: 'unread' }],
    ['a number, before it could read the question', again, says('3', 0.54), { kind: 'rated', rating: 3 }],
    ['thanks just in time', asked, says('Obrigado', 59.9), { kind: 'again' }],
    ['thanks later', asked, says('Obrigado', 60), { kind: 'message' }],
    ['a question', asked, says('E o boleto?'), { kind: 'message' }],
    ['a question in the second try', again, says('E o boleto？'), { kind: 'message' }],
    ['the word for the menu', asked, says('#'), { kind: 'message' }],
    ['the word for a person', asked, says('Atendente!'), { kind: 'message' }],
    ['the word for a person in the second try', again, says('humano'), { kind: 'message' }],
    ['the word for a person after the rating', rated(), says('Atendente'), { kind: 'message' }],
    ['a text about a person', asked, says('O atendente foi ótimo'), { kind: 'again' }],
    ['a long text', asked, says('a'.repeat(161)), { kind: 'message' }],
    ['a photo', asked, says('', 1, 'image'), { kind: 'message' }],
    ['a photo with a number', asked, says('3', 1, 'image'), { kind: 'message' }],
    ['a voice note', again, says('', 1, 'audio'), { kind: 'message' }],
    ['a call', asked, says('', 1, 'call_log'), { kind: 'message' }],
    ['a text without a question', { stage: 'none' }, says('3'), { kind: 'message' }],
    ['a comment', rated(), says('Gostei muito', 9.9), { kind: 'comment' }],
    ['a long comment', rated(), says('a'.repeat(500)), { kind: 'comment' }],
    ['another number', rated(), says('1'), { kind: 'comment' }],
    ['a comment too late', rated(), says('Gostei muito', 10), { kind: 'message' }],
    ['a question after the rating', rated(), says('E o boleto?'), { kind: 'message' }],
    ['a photo after the rating', rated(), says('', 1, 'image'), { kind: 'message' }],
    ['the tenth comment', rated(9), says('a'), { kind: 'comment' }],
    ['the eleventh', rated(10), says('a'), { kind: 'message' }],
  ])('%s', (_, question, said, reply) => {
    expect(ratingReply(question, said)).toEqual(reply)
  })
})
