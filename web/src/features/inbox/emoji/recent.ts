import { readStored, storeText } from '../../../base/storage.js'

const KEY = 'guiche.emojis'
/** Number of remembered emoji: two rows of the picker. */
const MAX_RECENT = 14

/** The emoji last used in this browser, newest first, by the picker's code points. */
export const recentEmojis = (): string[] => (readStored(KEY) ?? '').split(' ').filter((code) => code !== '')

/** Adds an emoji to the recent ones. */
export const rememberEmoji = (code: string): void => {
  const others = recentEmojis().filter((one) => one !== code)
  storeText(KEY, [code, ...others].slice(0, MAX_RECENT).join(' '))
}
