import type { MessageDetails } from '../events/message.js'

type Ad = Extract<MessageDetails, { of: 'ad' }>

/** An advertisement as text: the body of a message without other content. */
export const adWords = ({ title, text, url }: Pick<Ad, 'title' | 'text' | 'url'>): string =>
  [title, text].filter((words) => words !== '').join('\n') || url
