import {
  DENSITIES,
  MONO_FONT,
  MOTION_MS,
  PALETTES,
  type Palette,
  type Scheme,
  SIZES,
  TEXT_FONT,
} from './tokens.js'

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const colorRules = (palette: Palette): string =>
  Object.entries(palette)
    .flatMap(([name, value]: [string, string | Record<string, string>]) =>
      typeof value === 'string'
        ? [`--g-${kebabCase(name)}: ${value};`]
        : Object.entries(value).map(([part, colour]) => `--g-${kebabCase(name)}-${part}: ${colour};`),
    )
    .join('\n  ')

const schemeRules = (name: Scheme): string =>
  `:root[data-theme='${name}'] {\n  color-scheme: ${name};\n  ${colorRules(PALETTES[name])}\n}`

/** The tokens as a stylesheet: colours by `data-theme`, sizes by `data-density` of the root element. */
export const themeCss = (): string => `:root {
  --g-font: ${TEXT_FONT};
  --g-mono: ${MONO_FONT};
  ${Object.entries(SIZES)
    .map(([name, pixels]) => `--g-${kebabCase(name)}-size: ${pixels}px;`)
    .join('\n  ')}
  --g-fast: ${MOTION_MS.fast}ms;
  --g-normal: ${MOTION_MS.normal}ms;
}
${Object.entries(DENSITIES)
  .map(
    ([name, { control, row, gap }]) =>
      `${name === 'comfortable' ? ':root' : `:root[data-density='${name}']`} {\n  --g-control: ${control}px;\n  --g-row: ${row}px;\n  --g-gap: ${gap}px;\n}`,
  )
  .join('\n')}
${schemeRules('light')}
${schemeRules('dark')}
@media (prefers-reduced-motion: reduce) {
  :root {
    --g-fast: 0ms;
    --g-normal: 0ms;
  }
}
`
