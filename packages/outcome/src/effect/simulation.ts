import type { Address, Facts, Hex } from '@vaultwright/base'
import type { AbiValue, ManagerRevert } from '@vaultwright/manager'
import type { BlockRef, BlockTag } from '../read/block-ref.ts'
import type { SimulatedLog } from '../trace/simulated-log.ts'
import type { CallTrace } from '../trace/traced-call.ts'
import type { SimulatedApproval } from './approval.ts'
import type { BalanceChange } from './balance.ts'
import type { Transfer } from './transfer.ts'

/** The state of an account before the call. */
export type AccountOverride = {
  /** Wei. */
  readonly balance?: bigint
  readonly nonce?: bigint
  readonly code?: Hex
  /** The whole storage: slots not named are zero. Not together with `stateDiff`. */
  readonly state?: Readonly<Record<Hex, Hex>>
  /** Single slots: those not named stay. */
  readonly stateDiff?: Readonly<Record<Hex, Hex>>
}

/** The states of accounts before the call, by address. */
export type StateOverrides = Readonly<Record<Address, AccountOverride>>

/** The simulated transaction, in the block after the named one. */
export type SimulationRequest = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  /** Wei. */
  readonly value?: bigint
  /** The block whose state it meets, read already or not; `latest` when not said. */
  readonly block?: BlockTag | BlockRef
  /** Unix seconds of the block that it is in; one second after its parent when not said. */
  readonly atUnix?: bigint
  /** Gas it may use. 16,777,216 when not said, the most that Ethereum lets one transaction have. */
  readonly gas?: bigint
  readonly overrides?: StateOverrides
  /** The vault whose balances are measured; default: the vault that `to` names by `vault()`; null for none. */
  readonly vault?: Address | null
  /** Tokens that are measured, whether or not the call seems to touch them. */
  readonly watch?: readonly Address[]
  /** Unix seconds of now, to tell how old the block is; not looked at when not said. */
  readonly nowUnix?: bigint
  /** Seconds after which a block counts as old. 600 when not said. */
  readonly staleAfter?: bigint
}

/** The call of a batch that failed. */
export type FailingCall = {
  /** Its place from 0; behind it, for a call inside a flash loan, its place in the loan's own batch. */
  readonly path: readonly number[]
  readonly target: Address
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
  /** Its function by signature; null when not known. */
  readonly function: string | null
  /** Its arguments by name; null when the function is not known or the data is not its own. */
  readonly arguments: Readonly<Record<string, AbiValue>> | null
  /** The stage of the failure: the Manager refused the call, or made it and it failed. */
  readonly stage: 'verification' | 'execution'
}

/** The end of the transaction. */
export type SimulationOutcome =
  | { readonly status: 'success' }
  | {
      readonly status: 'reverted'
      readonly revert: ManagerRevert
      /** Why the EVM stopped when no contract reverted, such as out of gas; null otherwise. */
      readonly halt: string | null
      readonly failing: FailingCall | null
      /** Why the failing call is not known; null when it is. */
      readonly failingUnknown: string | null
    }

/** A warning: something deserves a look before you sign. */
export type Warning = {
  readonly code:
    | 'no_effect'
    | 'unlimited_approval'
    | 'receiver_not_vault'
    | 'transfer_log_mismatch'
    | 'supply_changed'
    | 'stale_block'
  /** One sentence for a person. */
  readonly message: string
  readonly facts: Facts
}

/** The simulated effects of a transaction. */
export type Simulation = {
  readonly engine: 'node' | 'fork' | 'proven'
  /** The version that the node or the fork reports. */
  readonly engineVersion: string
  /** The block whose state it met. */
  readonly block: BlockRef
  /** The vault whose balances are measured; null if there is none. */
  readonly vault: Address | null
  /** Accounts whose code passed the vault's calls on; null where the engine gives no trace. */
  readonly drones: readonly Address[] | null
  readonly outcome: SimulationOutcome
  readonly gasUsed: bigint
  /** Wei a gas: base fee of the next block and the median tip of this one. */
  readonly gasPriceWei: bigint | null
  /** Wei, without what a rollup adds for its data. */
  readonly gasCostWei: bigint | null
  /** Why the price is not known; null when it is. */
  readonly gasPriceUnknown: string | null
  readonly logs: readonly SimulatedLog[]
  readonly transfers: readonly Transfer[]
  /** The approvals that remain after the call, of the tokens it touched. */
  readonly approvals: readonly SimulatedApproval[]
  readonly balances: readonly BalanceChange[]
  readonly warnings: readonly Warning[]
  /** The calls that it makes, those of contracts too; null where the engine gives no trace. */
  readonly trace: CallTrace | null
}
