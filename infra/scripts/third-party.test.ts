import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'

interface ShippedPackage {
  readonly name: string
  readonly version: string
  readonly licence: string
}
const { refusedLicences, shippedPackages } = (await import('./third-party.mjs' as string)) as {
  refusedLicences: (packages: readonly Pick<ShippedPackage, 'name' | 'licence'>[]) => string[]
  shippedPackages: (root: string) => ShippedPackage[]
}

const packages = shippedPackages(fileURLToPath(new URL('../..', import.meta.url)))

describe('the list of shipped packages', () => {
  it('has the packages that services and app need at run time, and none of tests and builds', () => {
    const names = packages.map(({ name }) => name)
    for (const one of ['mediabunny', 'sharp', 'react', 'libsignal']) expect(names).toContain(one)
    for (const one of ['jest', 'knip', '@biomejs/biome', 'playwright-core']) expect(names).not.toContain(one)
  })

  it('has accepted licences; all exceptions are in decision 0005', () => {
    expect(refusedLicences(packages)).toEqual([])
  })

  it.each([
    ['x', 'GPL-3.0', true],
    ['x', 'Apache-2.0 AND LGPL-3.0-or-later', true],
    ['x', '', true],
    ['x', '(BSD-3-Clause AND Apache-2.0)', false],
    ['libsignal', 'GPL-3.0', false],
  ])('%s under %j: refused is %s', (name, licence, isRefused) => {
    expect(refusedLicences([{ name, licence }])).toHaveLength(isRefused ? 1 : 0)
  })
})
