import { describe, expect, it } from '@jest/globals'
import { formatDuration } from './format.js'

describe('numbers as texts', () => {
  it('counts a recording in minutes and seconds', () => {
    expect(formatDuration(65_400)).toBe('1:05')
  })
})
