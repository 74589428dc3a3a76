import type { Brand } from '@guiche/contracts/company/brand.js'
import type { ThemeConfig } from 'antd'
import theme from 'antd/es/theme/index.js'
import {
  DENSITIES,
  type Density,
  MONO_FONT,
  PALETTES,
  type Palette,
  type Scheme,
  SIZES,
  TEXT_FONT,
} from './tokens.js'

type Algorithm = typeof theme.defaultAlgorithm

/** Ant Design derives shades from a few seeds; our own tokens replace derived tokens. */
const exactTokens =
  (derive: Algorithm, p: Palette): Algorithm =>
  (seed) => ({
    ...derive(seed),
    colorPrimary: p.brand,
    colorPrimaryHover: p.brandHover,
    colorPrimaryActive: p.brandActive,
    colorPrimaryText: p.brandInk,
    colorPrimaryBg: p.brandSoft,
    colorInfo: p.open.solid,
    colorSuccess: p.good.solid,
    colorWarning: p.waiting.solid,
    colorError: p.failed.solid,
    colorErrorHover: p.failed.ink,
    colorErrorActive: p.failed.ink,
    colorErrorText: p.failed.ink,
    colorErrorBg: p.failed.soft,
    colorWarningText: p.waiting.ink,
    colorWarningBg: p.waiting.soft,
    colorInfoBg: p.open.soft,
    colorSuccessBg: p.good.soft,
    colorText: p.text,
    colorTextSecondary: p.textMuted,
    colorTextTertiary: p.textFaint,
    colorBgLayout: p.ground,
    colorBgContainer: p.surface,
    colorBgElevated: p.raised,
    colorBgMask: p.backdrop,
    colorBorder: p.edge,
    colorBorderSecondary: p.line,
  })

/**
 * Ant Design's theme from the tokens. `still`: the user asked for reduced motion. `brand`: the platform's own
 * colours.
 */
export const antdTheme = (scheme: Scheme, density: Density, still: boolean, brand?: Brand): ThemeConfig => {
  const p = { ...PALETTES[scheme], ...brand }
  return {
    algorithm: exactTokens(scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, p),
    // styles of all themes shown so far stay in the page, so each needs its own class
    cssVar: { key: `guiche-${scheme}-${density}${still ? '-still' : ''}${brand?.brand.slice(1) ?? ''}` },
    hashed: false,
    token: {
      motion: !still,
      colorPrimary: p.brand,
      colorError: p.failed.solid,
      colorLink: p.brandInk,
      colorLinkHover: p.brandHover,
      colorTextDescription: p.textMuted,
      colorTextPlaceholder: p.textFaint,
      colorTextLightSolid: p.onBrand,
      colorSplit: p.line,
      controlItemBgActive: p.brandSoft,
      controlItemBgHover: p.sunken,
      fontFamily: TEXT_FONT,
      fontFamilyCode: MONO_FONT,
      fontSize: SIZES.text,
      borderRadius: SIZES.radius,
      borderRadiusSM: SIZES.radiusSmall,
      borderRadiusLG: SIZES.radiusLarge,
      controlHeight: DENSITIES[density].control,
      motionDurationFast: '0.1s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.18s',
      boxShadow: p.shadowRaised,
      boxShadowSecondary: p.shadowRaised,
    },
    components: {
      Button: { fontWeight: 500, primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      // the red of a badge is light in the dark theme, and dark in the light one
      Badge: { colorTextLightSolid: scheme === 'dark' ? p.ground : p.surface },
      // the text of destructive items is on the menu's background
      Dropdown: { colorError: p.failed.ink },
      // days of adjacent months can be chosen, too, so they must be readable
      DatePicker: { colorTextDisabled: p.textMuted },
      Tooltip: { colorBgSpotlight: p.tooltip, colorTextLightSolid: PALETTES.light.surface },
      Switch: { colorTextQuaternary: p.textFaint, colorTextTertiary: p.textMuted },
      Modal: { titleFontSize: SIZES.textLarge },
      // the text of field errors is on the dialog's background
      Form: {
        colorError: p.failed.ink,
        labelColor: p.textMuted,
        verticalLabelPadding: '0 0 4px',
        itemMarginBottom: 18,
      },
    },
  }
}
