import { addFirstTexts } from '../../i18n/i18n.js'

// they show before all others are fetched
addFirstTexts('password-reset', import.meta.glob('./texts/pt.json', { eager: true, import: 'default' }))
