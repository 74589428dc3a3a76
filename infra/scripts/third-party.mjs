import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn } from './files.mjs'

/** Licences that a package may have (decision 0005). */
const ACCEPTED_LICENCES =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|MPL-2\.0)$/
/** Packages allowed in spite of their licence, because other packages need them. */
const EXCEPTED_PACKAGES = /^(libsignal$|@img\/sharp-)/
const TEXTS = /^(licen[cs]e|copying|notice)/i

const licenceIn = (folder) => {
  const { license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const said = license ?? licenses
  return [said]
    .flat()
    .map((one) => (typeof one === 'string' ? one : (one?.type ?? '')))
    .join(' AND ')
}

/** @param {string} licence an SPDX expression */
const licenceParts = (licence) => licence.replace(/[()]/g, '').split(/ (?:AND|OR) /)

const IMPORTED = /\bfrom '((?:@[\w.-]+\/)?[\w-][\w.-]*)|\bimport\(?\s*'((?:@[\w.-]+\/)?[\w-][\w.-]*)/g

/** Path in the lock file of a package that another package imports: the nearest folder with that name. */
const nearestPackage = (packages, from, name) => {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (at === '') return null
  }
}

/** Paths of the packages built into the app: those that its sources import, and their dependencies. */
const inApp = (root, packages) => {
  const sources = filesIn(join(root, 'web/src'), new Set(['testing'])).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  const imported = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, named, called]) => named ?? called),
  )
  const found = new Set()
  const add = (from, name) => {
    const path = nearestPackage(packages, from, name)
    if (path === null || packages[path].link || found.has(path)) return
    found.add(path)
    for (const needed of Object.keys(packages[path].dependencies ?? {})) add(path, needed)
  }
  for (const name of new Set(imported)) add('web', name)
  return found
}

/**
 * @param {string} root folder of the project, after an install
 * @returns {{ name: string, version: string, licence: string, folder: string }[]} the shipped packages, by name: those
 * that the services need on this platform, and those built into the app
 */
export const shippedPackages = (root) => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const built = inApp(root, packages)
  const isInstalled = ([path, { dev, devOptional, link }]) =>
    /node_modules\//.test(path) && !dev && !devOptional && !link
  return Object.entries(packages)
    .filter((entry) => built.has(entry[0]) || isInstalled(entry))
    .map(([path, { version }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      folder: join(root, path),
    }))
    .filter(({ folder }) => existsSync(join(folder, 'package.json')))
    .map((one) => ({ ...one, licence: licenceIn(one.folder) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * @param {{ name: string, licence: string }[]} packages
 * @returns {string[]} `name: licence` of those with a licence that is not taken, and that are not named in decision 0005
 */
export const refusedLicences = (packages) =>
  packages
    .filter(
      ({ name, licence }) =>
        !EXCEPTED_PACKAGES.test(name) && !licenceParts(licence).every((part) => ACCEPTED_LICENCES.test(part)),
    )
    .map(({ name, licence }) => `${name}: ${licence}`)

/** The texts of licences and notices in a package. */
const textsOf = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())

/**
 * Writes THIRD-PARTY.md: what ships, with licences and their texts.
 * @param {string} root folder of the project
 * @returns {string[]} its path
 */
export const writeThirdParty = (root) => {
  const packages = shippedPackages(root)
  const byText = new Map()
  for (const { name, folder } of packages)
    for (const text of textsOf(folder)) byText.set(text, [...(byText.get(text) ?? []), name])
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  const texts = [...byText].map(([text, names]) => `## ${names.join(', ')}\n\n\`\`\`\n${text}\n\`\`\`\n`)
  const head = '# What ships with Guichê\n\nMade by `npm run build` from the packages that are installed.\n'
  const file = join(root, 'THIRD-PARTY.md')
  writeFileSync(
    file,
    [head, '| package | version | licence |\n|---|---|---|', ...rows, '', ...texts].join('\n'),
  )
  return [file]
}
