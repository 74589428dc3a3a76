import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOR_TESTS = /\.(test|suite)\.tsx?$|(^|\/)(testing|e2e|bench)\//
const FACTORY = /^create[A-Z]/

/** How many files name each word. */
const countNamings = (texts) => {
  const files = new Map()
  for (const text of texts)
    for (const name of new Set(text.match(/\w+/g))) files.set(name, (files.get(name) ?? 0) + 1)
  return files
}

/**
 * Finds exported constants, functions and classes whose names stand in no other file. A factory (`create…`) that tests
 * alone call is dead, too: a process that nobody starts has such a factory.
 * @param {ReadonlyMap<string, string>} texts of files, by their paths
 * @returns {string[]} `path: name` of each
 */
export const deadExports = (texts) => {
  const files = countNamings(texts.values())
  const working = countNamings([...texts].filter(([path]) => !FOR_TESTS.test(path)).map(([, text]) => text))
  const isUnstarted = (path, text, name) =>
    FACTORY.test(name) &&
    !FOR_TESTS.test(path) &&
    working.get(name) === 1 &&
    text.match(new RegExp(`\\b${name}\\b`, 'g')).length === 1
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/^export (?:const|(?:async )?function|class) (\w+)/gm)]
      .filter(([, name]) => files.get(name) === 1 || isUnstarted(path, text, name))
      .map(([, name]) => `${path}: ${name}`),
  )
}

const SETTINGS = 'contracts/settings/settings.ts'
const ABOUT_SETTINGS = [SETTINGS, 'contracts/words/settings.ts']

/**
 * Finds settings of which no code outside tests asks the value. A setting with a single value need not be read.
 * @param {ReadonlyMap<string, string>} texts of files, by their paths
 * @returns {string[]} `path: key` of each
 */
export const unreadSettings = (texts) => {
  const others = [...texts].filter(([path]) => !FOR_TESTS.test(path) && !ABOUT_SETTINGS.includes(path))
  const read = countNamings(others.map(([, text]) => text))
  return [...(texts.get(SETTINGS) ?? '').matchAll(/^ {2}(\w+): \{ default: .*$/gm)]
    .filter(([line, key]) => !read.has(key) && !/values: \['\w+'\]/.test(line))
    .map(([, key]) => `${SETTINGS}: ${key} is read nowhere`)
}

/**
 * The sources of the project, also new files that git does not track yet. Ignored files do not count.
 * @param {string} root folder of the project
 * @returns {Map<string, string>} their texts, by their paths
 */
export const sourcesOf = (root) => {
  const patterns = ['*.ts', '*.tsx', '*.mjs']
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', ...patterns]
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  // A deleted file stays in the index until the deletion is staged.
  const paths = listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}
