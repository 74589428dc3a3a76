import { describe, expect, it } from '@jest/globals'
import { type RatingMessage, type RatingQuestion, ratingOf, ratingReply } from './rating.js'

const AT = '2026-03-02T12:00:00.000Z'
const timeAfter = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString()
const replyOf = (text: string, minutes = 1, kind: RatingMessage['kind'] = 'conversation'): RatingMessage => ({
  ...{ kind, text },
  at: timeAfter(minutes),
})
const asked: RatingQuestion = { stage: 'asked', at: AT }
const again: RatingQuestion = { stage: 'again', at: AT, againAt: timeAfter(0.5) }
const ratedQuestion = (comments = 0): RatingQuestion => ({ stage: 'rated', at: AT, comments })
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
  it.each<[string, RatingQuestion, RatingMessage, object]>([
    ['a number', asked, replyOf('3'), { kind: 'rated', rating: 3 }],
    ['a number in the second try', again, replyOf('1'), { kind: 'rated', rating: 1 }],
    ['a number days after it', asked, replyOf('2', 3 * DAYS - 1), { kind: 'rated', rating: 2 }],
    ['a number after three days', asked, replyOf('2', 3 * DAYS), { kind: 'message' }],
    ['thanks', asked, replyOf('Obrigado'), { kind: 'again' }],
    ['a number that is none of them', asked, replyOf('5'), { kind: 'again' }],
    ['a sticker', asked, replyOf('', 1, 'sticker'), { kind: 'again' }],
    ['thanks once more', again, replyOf('Obrigado'), { kind: 'thanked' }],
    [
      'thanks once more, before it could read the question',
      again,
      replyOf('valeu', 0.54),
      { kind: 'unread' },
    ],
    ['a number, before it could read the question', again, replyOf('3', 0.54), { kind: 'rated', rating: 3 }],
    ['thanks just in time', asked, replyOf('Obrigado', 59.9), { kind: 'again' }],
    ['thanks later', asked, replyOf('Obrigado', 60), { kind: 'message' }],
    ['a question', asked, replyOf('E o boleto?'), { kind: 'message' }],
    ['a question in the second try', again, replyOf('E o boleto？'), { kind: 'message' }],
    ['the word for the menu', asked, replyOf('#'), { kind: 'message' }],
    ['the word for a person', asked, replyOf('Atendente!'), { kind: 'message' }],
    ['the word for a person in the second try', again, replyOf('humano'), { kind: 'message' }],
    ['the word for a person after the rating', ratedQuestion(), replyOf('Atendente'), { kind: 'message' }],
    ['a text about a person', asked, replyOf('O atendente foi ótimo'), { kind: 'again' }],
    ['a long text', asked, replyOf('a'.repeat(161)), { kind: 'message' }],
    ['a photo', asked, replyOf('', 1, 'image'), { kind: 'message' }],
    ['a photo with a number', asked, replyOf('3', 1, 'image'), { kind: 'message' }],
    ['a voice note', again, replyOf('', 1, 'audio'), { kind: 'message' }],
    ['a call', asked, replyOf('', 1, 'call_log'), { kind: 'message' }],
    ['a text without a question', { stage: 'none' }, replyOf('3'), { kind: 'message' }],
    ['a comment', ratedQuestion(), replyOf('Gostei muito', 9.9), { kind: 'comment' }],
    ['a long comment', ratedQuestion(), replyOf('a'.repeat(500)), { kind: 'comment' }],
    ['another number', ratedQuestion(), replyOf('1'), { kind: 'comment' }],
    ['a comment too late', ratedQuestion(), replyOf('Gostei muito', 10), { kind: 'message' }],
    ['a question after the rating', ratedQuestion(), replyOf('E o boleto?'), { kind: 'message' }],
    ['a photo after the rating', ratedQuestion(), replyOf('', 1, 'image'), { kind: 'message' }],
    ['the tenth comment', ratedQuestion(9), replyOf('a'), { kind: 'comment' }],
    ['the eleventh', ratedQuestion(10), replyOf('a'), { kind: 'message' }],
  ])('%s', (_, question, said, reply) => {
    expect(ratingReply(question, said)).toEqual(reply)
  })
})
