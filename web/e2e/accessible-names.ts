import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'

const DRAWINGS = join(dirname(createRequire(import.meta.url).resolve('@ant-design/icons-svg')), '../es/asn')

/** Ant Design's names of its icons: `close-circle` for CloseCircleFilled. */
const ICONS = readdirSync(DRAWINGS)
  .flatMap((file) => /^(\w+?)(Outlined|Filled|TwoTone)\.js$/.exec(file)?.[1] ?? [])
  .map((name) => name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase())

/** English words of libraries that screen readers once read out. None is in a text of the app. */
const ENGLISH =
  /\b(close|clear|search|increase|decrease|value|type to|segmented control|skin tone|loading|remove|expand(ed)?|collapse|select all|face|smiling)\b/i

/** Accessible names on a page that are in English. */
export const englishNames = async (page: Page): Promise<readonly string[]> => {
  const names = await page.evaluate(() =>
    ['aria-label', 'title', 'alt', 'placeholder'].flatMap((attribute) =>
      [...document.body.querySelectorAll(`[${attribute}]`)]
        .filter((one) => one.closest('[aria-hidden="true"]') === null)
        .map((one) => one.getAttribute(attribute) ?? ''),
    ),
  )
  const foreign = names.filter((name) => ICONS.includes(name) || ENGLISH.test(name))
  return [...new Set(foreign)]
}
