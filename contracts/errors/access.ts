import { entry } from './entry.js'

/** Who comes in and what they may do: sign-in, users, companies, limits. */
export const ACCESS_ERRORS = {
  ERR_INVALID_CREDENTIALS: entry(
    401,
    'E-mail ou senha incorretos. Tente de novo.',
    'Wrong e-mail or password. Try again.',
    'Correo o contraseña incorrectos. Inténtalo de nuevo.',
  ),
  ERR_WRONG_PASSWORD: entry(
    400,
    'A senha atual não confere. Nada mudou: digite-a de novo.',
    'This is not the current password. Nothing has changed: type it again.',
    'Esta no es la contraseña actual. No cambió nada: escríbela de nuevo.',
  ),
  ERR_PUSH_ADDRESS_REFUSED: entry(
    400,
    'O endereço de notificações deste navegador não foi aceito. Com o Guichê aberto os avisos continuam; para os outros, use outro navegador.',
    'The notification address of this browser was not accepted. While Guichê is open you are still notified; for the rest use another browser.',
    'La dirección de notificaciones de este navegador no fue aceptada. Con Guichê abierto los avisos continúan; para los demás usa otro navegador.',
  ),
  ERR_API_TOKEN: entry(
    401,
    'Acesso não permitido: este token não vale. Nada foi enviado; use o token atual da conexão ou crie outro na página de conexões.',
    'Access denied: this token is not valid. Nothing was sent; use the current token of the connection, or make another one on the connections page.',
    'Acceso no permitido: este token no es válido. No se envió nada; usa el token actual de la conexión o crea otro en la página de conexiones.',
  ),
  ERR_INVITATION_UNKNOWN: entry(
    404,
    'Este convite não existe ou foi substituído por outro. Peça um novo a quem administra.',
    'This invitation does not exist, or another one has replaced it. Ask your administrator for a new one.',
    'Esta invitación no existe o fue reemplazada por otra. Pide una nueva a quien administra.',
  ),
  ERR_INVITATION_USED: entry(
    409,
    'Este convite já foi usado. Entre com a senha que foi escolhida.',
    'This invitation has been used. Sign in with the password that was chosen.',
    'Esta invitación ya se usó. Entra con la contraseña elegida.',
  ),
  ERR_INVITATION_EXPIRED: entry(
    409,
    'Este convite venceu. Peça um novo a quem administra.',
    'This invitation has expired. Ask your administrator for a new one.',
    'Esta invitación venció. Pide una nueva a quien administra.',
  ),
  ERR_SESSION_EXPIRED: entry(
    401,
    'Sua sessão terminou. O que foi salvo continua salvo. Entre de novo.',
    'Your session has ended. What was saved stays saved. Sign in again.',
    'Tu sesión terminó. Lo guardado sigue guardado. Entra de nuevo.',
  ),
  ERR_INVALID_TOKEN: entry(
    403,
    'Sua sessão precisa ser renovada. Entre de novo.',
    'Your session has to be renewed. Sign in again.',
    'Tu sesión debe renovarse. Entra de nuevo.',
  ),
  ERR_COMPANY_EXPIRED: entry(
    403,
    'A assinatura da sua empresa venceu em {{date}}. Os dados continuam guardados. Entre em contato com o suporte.',
    'Your company’s subscription expired on {{date}}. Its data is kept. Contact support.',
    'La suscripción de tu empresa venció el {{date}}. Sus datos siguen guardados. Contacta al soporte.',
  ),
  ERR_COMPANY_BLOCKED: entry(
    403,
    'Sua empresa está bloqueada. Os dados continuam guardados. Entre em contato com o suporte.',
    'Your company is blocked. Its data is kept. Contact support.',
    'Tu empresa está bloqueada. Sus datos siguen guardados. Contacta al soporte.',
  ),
  ERR_USER_CREATION_DISABLED: entry(
    403,
    'O cadastro está fechado. Peça um convite a quem administra.',
    'Sign-up is closed. Ask an administrator for an invitation.',
    'El registro está cerrado. Pide una invitación a quien administra.',
  ),
  ERR_NO_PERMISSION: entry(
    403,
    'Acesso não permitido. Peça o acesso a quem administra.',
    'You have no access to this. Ask an administrator for it.',
    'No tienes acceso a esto. Pídelo a quien administra.',
  ),
  ERR_NO_USER_FOUND: entry(
    404,
    'Este usuário não existe mais. Recarregue a lista.',
    'This user is no longer there. Reload the list.',
    'Este usuario ya no existe. Recarga la lista.',
  ),
  ERR_NO_COMPANY_FOUND: entry(
    404,
    'Esta empresa não existe mais. Recarregue a página.',
    'This company is no longer there. Reload the page.',
    'Esta empresa ya no existe. Recarga la página.',
  ),
  ERR_USER_LIMIT: entry(
    400,
    'Número máximo de usuários já alcançado: {{limit}}. Exclua um ou mude de plano.',
    'The plan’s limit of users ({{limit}}) is reached. Delete one or change the plan.',
    'Se alcanzó el límite de usuarios del plan ({{limit}}). Elimina uno o cambia de plan.',
  ),
  ERR_CONNECTION_LIMIT: entry(
    400,
    'Número máximo de conexões já alcançado: {{limit}}. Exclua uma ou mude de plano.',
    'The plan’s limit of connections ({{limit}}) is reached. Delete one or change the plan.',
    'Se alcanzó el límite de conexiones del plan ({{limit}}). Elimina una o cambia de plan.',
  ),
  ERR_EMAIL_ALREADY_EXISTS: entry(
    409,
    'Já existe um usuário com este e-mail. Use outro.',
    'There is already a user with this e-mail. Use another one.',
    'Ya existe un usuario con este correo. Usa otro.',
  ),
  ERR_LAST_ADMIN: entry(
    409,
    'Deve restar ao menos um administrador. Dê este perfil a outra pessoa primeiro.',
    'At least one administrator has to remain. Make somebody else one first.',
    'Debe quedar al menos un administrador. Da primero este perfil a otra persona.',
  ),
  ERR_OWN_USER: entry(
    409,
    'Você não pode excluir a si mesmo. Peça isso a outro administrador.',
    'You cannot delete yourself. Ask another administrator.',
    'No puedes eliminarte. Pídelo a otro administrador.',
  ),
  ERR_IDEMPOTENCY_KEY_REUSED: entry(
    422,
    'Esta chave de repetição já foi usada em outro pedido, e nada foi feito. Use uma chave nova.',
    'This idempotency key was used for another request, and nothing was done. Use a new key.',
    'Esta clave de repetición ya se usó en otra solicitud, y no se hizo nada. Usa una clave nueva.',
  ),
  ERR_HUMAN_VERIFICATION: entry(
    400,
    'A verificação humana falhou ou expirou. Tente de novo.',
    'The human verification failed or expired. Try again.',
    'La verificación humana falló o venció. Inténtalo de nuevo.',
  ),
} as const
