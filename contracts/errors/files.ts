import { errorEntry } from './entry.js'

/** Why a user's file is not stored. */
export const FILE_ERRORS = {
  ERR_MEDIA_EMPTY: errorEntry(
    400,
    'O arquivo está vazio (0 bytes). Nada foi enviado: verifique o arquivo e envie-o de novo.',
    'The file is empty (0 bytes). Nothing was sent: check the file and send it again.',
    'El archivo está vacío (0 bytes). No se envió nada: revisa el archivo y envíalo de nuevo.',
  ),
  ERR_MEDIA_TYPE: errorEntry(
    415,
    'O WhatsApp não aceita este tipo de arquivo. Converta-o ou envie outro.',
    'WhatsApp does not take this type of file. Convert it or send another one.',
    'WhatsApp no acepta este tipo de archivo. Conviértelo o envía otro.',
  ),
  ERR_MEDIA_TOO_LARGE: errorEntry(
    413,
    'O arquivo é grande demais para o WhatsApp. Envie um menor.',
    'The file is too large for WhatsApp. Send a smaller one.',
    'El archivo es demasiado grande para WhatsApp. Envía uno más pequeño.',
  ),
  ERR_STORAGE_FULL: errorEntry(
    409,
    'O espaço para arquivos da empresa está cheio. Nada foi enviado. O que os clientes mandam continua chegando; para ter mais espaço, fale com quem administra o Guichê.',
    'The company’s space for files is full. Nothing was sent. What customers send still arrives; ask whoever runs Guichê for more space.',
    'El espacio para archivos de la empresa está lleno. No se envió nada. Lo que envían los clientes sigue llegando; para tener más espacio, habla con quien administra Guichê.',
  ),
} as const

/** Error codes of files, for the declarations of routes that take files. */
export const FILE_CODES = Object.keys(FILE_ERRORS) as readonly (keyof typeof FILE_ERRORS)[]
