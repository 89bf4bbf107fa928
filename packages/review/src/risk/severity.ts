/** The severity of a way out; `unknown` stands first, for nothing is safe because it is unknown. */
export type RiskSeverity = 'unknown' | 'critical' | 'high' | 'medium' | 'low' | 'info'

/** The kind of a way out. */
export type WayOutCode = keyof typeof wayOutSeverities

/** From the worst to the least. */
export const riskSeverities: readonly RiskSeverity[] = [
  'unknown',
  'critical',
  'high',
  'medium',
  'low',
  'info',
]

/**
 * The severity of every kind of way out, with the reason.
 *
 * `critical`: one call moves value to an account of the caller's choice, or lets it. `high`: value leaves for an
 * account that the tree fixes, or a market has to be moved first. `medium`: what is lost is limited, or
 * another account has to act as well. `low`: a nuisance, or a price that an oracle keeps. `info`: good to know.
 */
export const wayOutSeverities = {
  /** Nobody can tell what the leaf binds. */
  unknown_function: 'unknown',
  /** The tree does not name its vault, which decides if a recipient is the vault. */
  unknown_vault: 'unknown',
  /** The caller names who receives. */
  free_recipient: 'critical',
  /** The caller names who may pull. */
  free_spender: 'critical',
  /** A caller of the spender can make it pull what it may pull. */
  open_spender: 'critical',
  /** The caller writes what the called contract executes with the tokens in its hands. */
  free_payload: 'critical',
  /** The route of the caller's decides the price: all of the amount can go to a pool of the caller's own. */
  route_price: 'critical',
  /** The caller names who receives on the other chain. */
  free_bridge: 'critical',
  /** The caller names who may move the vault's positions. */
  free_operator: 'critical',
  /** One account outside the vault can receive everything; it is in the tree because its author put it there. */
  fixed_recipient: 'high',
  /** Only the spender itself can pull, but no leaf needs it. */
  idle_spender: 'high',
  /** Any order can be signed: at such a price there is a solver that fills it. */
  free_order: 'high',
  /** The price of a pool can be moved before the call and back after it. */
  pool_price: 'high',
  /** A suffix that the target ignores makes another account of the leaf the one that receives. */
  second_reading: 'high',
  /** One account outside the vault receives on the other chain. */
  fixed_bridge: 'high',
  /** Bytes before an account of another chain are free: with some of them nobody receives. */
  lost_recipient: 'high',
  /** One account outside the vault may move its positions. */
  fixed_operator: 'high',
  /** Rewards are lost, not what earns them. */
  reward_recipient: 'medium',
  /** The vault's address on another chain need not be the vault's there. */
  own_bridge: 'medium',
  /** The caller chooses among markets or pools of one contract, one of its own making perhaps. */
  free_market: 'medium',
  /** Debt up to the limit leaves the vault to a liquidation. */
  debt: 'medium',
  /** The amount of native coin is never bound, only whether there is some. */
  native_value: 'medium',
  /** A loan reaches what other leaves permit, those of the Manager's own root. */
  flash_loan: 'medium',
  /** An account counts as the vault's drone only because leaves forward through it. */
  assumed_drone: 'medium',
  /** The decoder's owner can let other values pass without a change of the root. */
  decoder_owner: 'medium',
  /** Versions of the decoder differ in what they bind: the deployed code decides. */
  decoder_version: 'medium',
  /** A price of the contract's own, such as an exchange rate, limits what a swap can lose. */
  rate_price: 'low',
  /** The called contract reads bytes of the caller's, without executing them as calls. */
  read_payload: 'low',
  /** The answer of another contract decides what the leaf permits. */
  decoder_read: 'low',
  /** Value moves to an account that forwards for the vault only. */
  drone: 'info',
  /** A suffix that the target ignores stands for the last of a list: it runs with one fewer. */
  shorter_list: 'info',
  /** A contract that leaves call may pull more than these calls need. */
  called_spender: 'info',
} as const satisfies { readonly [code: string]: RiskSeverity }

/** Tells whether a severity is as bad as another, or worse. */
export function isAtLeast(severity: RiskSeverity, limit: RiskSeverity): boolean {
  return riskSeverities.indexOf(severity) <= riskSeverities.indexOf(limit)
}

/** Sorts the worst first. */
export function compareSeverity(one: RiskSeverity, other: RiskSeverity): number {
  return riskSeverities.indexOf(one) - riskSeverities.indexOf(other)
}
