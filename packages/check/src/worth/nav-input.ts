import type { Address } from '@vaultwright/base'
import type { UnreadPlace, VaultReadInputs } from '@vaultwright/protocols'

/** The inputs of a report that no contract gives at the block: each is somebody's word. */
export type NavInputs = Pick<VaultReadInputs, 'plan' | 'observed' | 'failures'> & {
  readonly chainId: number
  readonly hardfork: string
  /** The block from which logs were read, where somebody named it; null for the deployment of the vault. */
  readonly logsFrom: string | null
  /** Calls of the leaves of every root ever set, whose money no reader finds. */
  readonly unread: readonly UnreadPlace[]
  /** Accounts that an approve leaf of a root in force names. */
  readonly spenders: readonly Address[]
}
