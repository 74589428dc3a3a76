import { errorEntry } from './entry.js'

/** Errors of the platform's logos and colours. */
export const BRANDING_ERRORS = {
  ERR_LOGO_REF: errorEntry(400, 'Escolha um destino!', 'Choose where the logo goes!', '¡Elige un destino!'),
  ERR_LOGO_FILE: errorEntry(400, 'Escolha um arquivo!', 'Choose a file!', '¡Elige un archivo!'),
  ERR_LOGO_TYPE: errorEntry(
    415,
    'Use somente arquivos em formato PNG, ICO ou SVG!',
    'Only files in the formats PNG, ICO or SVG can be used!',
    '¡Usa solo archivos en formato PNG, ICO o SVG!',
  ),
  ERR_LOGO_TOO_LARGE: errorEntry(
    413,
    'O logo é grande demais: são no máximo {{megabytes}} MB e {{megapixels}} milhões de pixels. Reduza-o e envie de novo.',
    'The logo is too large: {{megabytes}} MB and {{megapixels}} million pixels are the most. Make it smaller and send it again.',
    'El logo es demasiado grande: son como máximo {{megabytes}} MB y {{megapixels}} millones de píxeles. Redúcelo y envíalo de nuevo.',
  ),
  ERR_LOGO_UNREADABLE: errorEntry(
    422,
    'O arquivo está danificado ou é complicado demais para ser desenhado. O logo de antes continua; exporte o arquivo de novo e tente outra vez.',
    'The file is damaged, or too complicated to be drawn. The logo stays as it was; export the file anew and try again.',
    'El archivo está dañado o es demasiado complicado para dibujarlo. El logo sigue como antes; exporta el archivo de nuevo e inténtalo otra vez.',
  ),
  ERR_COLOR_UNREADABLE: errorEntry(
    422,
    'Com esta cor os textos não se leem bem: o contraste é {{contrast}}, e precisa ser 4,5 ou mais. A cor legível mais próxima é {{nearest}}.',
    'Texts cannot be read well in this colour: its contrast is {{contrast}}, and has to be 4.5 or more. The nearest readable colour is {{nearest}}.',
    'Con este color los textos no se leen bien: el contraste es {{contrast}} y debe ser 4,5 o más. El color legible más cercano es {{nearest}}.',
  ),
} as const
