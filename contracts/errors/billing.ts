import { errorEntry } from './entry.js'

/** Errors of billing systems, shown in audit and conversation. */
export const BILLING_ERRORS = {
  ERR_BILLING_UNREACHABLE: errorEntry(
    503,
    'Não foi possível falar com o sistema de cobrança. Confira o endereço nas configurações e se o servidor responde por HTTPS com um certificado válido.',
    'The billing system could not be reached. Check its address in the settings, and whether its server answers by HTTPS with a valid certificate.',
    'No se pudo hablar con el sistema de cobro. Revisa la dirección en la configuración y si el servidor responde por HTTPS con un certificado válido.',
  ),
  ERR_BILLING_TIMEOUT: errorEntry(
    503,
    'O sistema de cobrança demorou demais para responder. Confira se ele está sobrecarregado.',
    'The billing system took too long to answer. Check whether it is overloaded.',
    'El sistema de cobro tardó demasiado en responder. Revisa si está sobrecargado.',
  ),
  ERR_BILLING_REFUSED: errorEntry(
    503,
    'O sistema de cobrança recusou o acesso. Confira o token nas configurações e o que ele pode consultar.',
    'The billing system refused the access. Check the token in the settings, and what the token may read.',
    'El sistema de cobro rechazó el acceso. Revisa el token en la configuración y lo que puede consultar.',
  ),
  ERR_BILLING_UNREADABLE: errorEntry(
    503,
    'A resposta do sistema de cobrança não foi entendida. Confira se o endereço é o do sistema certo.',
    'The answer of the billing system was not understood. Check whether the address is that of the right system.',
    'La respuesta del sistema de cobro no se entendió. Revisa si la dirección es la del sistema correcto.',
  ),
  ERR_BILLING_FORBIDDEN: errorEntry(
    503,
    'O endereço do sistema de cobrança é interno e não está permitido. Peça a quem administra a instalação para permiti-lo.',
    'The address of the billing system is a private one that is not allowed. Ask whoever runs this installation to allow the address.',
    'La dirección del sistema de cobro es interna y no está permitida. Pide a quien administra la instalación que la permita.',
  ),
} as const
export type BillingError = keyof typeof BILLING_ERRORS
