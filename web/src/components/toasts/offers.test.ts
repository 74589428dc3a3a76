import { afterEach, expect, it } from '@jest/globals'
import { addOffer, newestOffer } from './offers.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
const done: string[] = []
const showOffer = (name: string, label = 'Undo') => {
  let isOver = false
  const run = () => {
    isOver = true
    done.push(name)
  }
  const end = addOffer({ label, isOver: () => isOver, run })
  ends.push(end)
  return end
}

it('the newest undo that is shown is done first, then the one before it, and then nothing', () => {
  expect(newestOffer('Undo')).toBeNull()
  showOffer('first')
  showOffer('second')
  for (let press = 0; press < 3; press++) newestOffer('Undo')?.run()
  expect(done).toEqual(['second', 'first'])
})

it('hidden toasts are not offered, and neither are actions other than undo', () => {
  const end = showOffer('gone')
  showOffer('reload', 'Reload')
  expect(newestOffer('Undo')).not.toBeNull()
  end()
  expect(newestOffer('Undo')).toBeNull()
})
