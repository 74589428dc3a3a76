/**
 * Key prefix of the leases of gateways. One write renews all connections of a gateway. Without its entry a gateway is
 * dead for ever.
 */
export const GATEWAYS = 'gateway/'
