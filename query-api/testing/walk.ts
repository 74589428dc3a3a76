import { expect } from '@jest/globals'
import type { Agent, Desk } from './desk.js'

/** Fields of every list's answer, besides its records. */
export interface Page {
  readonly count: number
  readonly hasMore: boolean
  readonly cursor: string | null
}

/** Follows the cursors to the last page. `between` runs after each page. */
export const walkPages = async <T extends Page>(
  desk: Desk,
  who: Agent,
  path: string,
  between: (page: number) => Promise<void> = async () => {},
): Promise<T[]> => {
  const pages: T[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`
    const { status, body } = await desk.get<T>(who, `${path}${query}`)
    expect(status).toBe(200)
    pages.push(body)
    expect(body.hasMore).toBe(body.cursor !== null)
    cursor = body.cursor
    await between(pages.length)
  }
  return pages
}
