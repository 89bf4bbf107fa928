import type { KeyPairSigner } from '@solana/kit'
import type { Instruction, Operator, SvmAccount, SvmAddress, SvmVaultState } from '@vaultwright/svm'
import type { LiteSVM } from 'litesvm'
import type { SvmShim } from '../shim.ts'
import type { Person } from './person.ts'
import type { SvmExecution } from './send.ts'

/** A vault with its program, tokens and people on a chain in memory, behind a node that speaks JSON-RPC. */
export type SolanaWorld = {
  readonly svm: LiteSVM
  readonly shim: SvmShim
  readonly url: string
  readonly genesisHash: string
  readonly program: SvmAddress
  readonly vaultId: bigint
  /** The vault's address. */
  readonly state: SvmAddress
  readonly shareMint: SvmAddress
  readonly mints: WorldMints
  /** Their addresses and keys follow from their names and are public. */
  readonly people: Readonly<Record<Person, SvmAddress>>
  readonly keys: Readonly<Record<Person, KeyPairSigner>>
  subAccount(n: number): SvmAddress
  /** The token account of an owner; its mint is one of the world's. */
  holding(owner: SvmAddress, mint: SvmAddress): SvmAddress
  account(address: SvmAddress): SvmAccount | null
  lamportsOf(address: SvmAddress): bigint
  /** Base units in the owner's associated account; null if the account does not exist. */
  tokensOf(owner: SvmAddress, mint: SvmAddress): bigint | null
  /** Signs a transaction with the keys that it names, of those given (default: all), and sends it. */
  execute(base64: string, people?: readonly Person[]): Promise<SvmExecution>
  send(instructions: readonly Instruction[], people: readonly Person[]): Promise<SvmExecution>
  /** Creates or closes a permission, by the authority and the program's own instruction. */
  permit(operators: readonly Operator[], digest: Uint8Array): Promise<SvmExecution>
  revoke(digest: Uint8Array): Promise<SvmExecution>
  /** Creates the permission of a call, whose flags are the effective ones; gives its digest. */
  permitCall(innerCall: Instruction, operators: readonly Operator[]): Promise<Uint8Array>
  vaultState(): SvmVaultState
  /** Changes the vault's state past its program. */
  setState(change: Partial<SvmVaultState>): void
  put(
    address: SvmAddress,
    account: { owner: SvmAddress; data: Uint8Array; lamports?: bigint },
  ): void
  /** Gives everyone again what the world begins with; the vault's state and permissions stay. */
  refurnish(): void
  /** Moves the clock to a time, and the slot with it. */
  setClock(unix: bigint): void
  close(): Promise<void>
}

export type WorldMints = {
  /** 6 decimals. */
  readonly usdc: SvmAddress
  /** Wrapped SOL, 9 decimals. */
  readonly wsol: SvmAddress
  /** Token-2022, 6 decimals, keeps 50 bps of each transfer. */
  readonly xusd: SvmAddress
}
