import type { Address } from '@vaultwright/base'
import type { UnreadPlace, VaultReadInputs } from '@vaultwright/protocols'

/** Inputs of a report that its maker states: no contract gives them at the block. */
export type NavInputs = Pick<VaultReadInputs, 'plan' | 'observed' | 'failures'> & {
  readonly chainId: number
  readonly hardfork: string
  /** The block that the caller named as the first of the logs; null for the deployment of the vault. */
  readonly logsFrom: string | null
  /** Calls of the leaves of every root ever set, whose money no reader finds. */
  readonly unread: readonly UnreadPlace[]
  /** Accounts that an approve leaf of a root in force names. */
  readonly spenders: readonly Address[]
}
