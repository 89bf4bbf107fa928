import type { Address } from '@solana/kit'
import { getMintEncoder, getTokenEncoder } from '@solana-program/token'
import {
  encodeDigestAccount,
  encodeVaultState,
  type SvmAccount,
  type SvmAddress,
  type SvmVaultState,
  svmAddressOf,
  systemProgram,
  vaultAddresses,
} from '@vaultwright/svm'
import { permissionsOf, type SvmDefinition, type SvmSnapshot } from '@vaultwright/svm-builder'

/** An address of 32 equal bytes. */
export function filledAddress(value: number): SvmAddress {
  return svmAddressOf(new Uint8Array(32).fill(value))
}

const none = systemProgram

/** The state of a vault, as a test needs it. */
export function vaultStateWith(change: Partial<SvmVaultState> = {}): SvmVaultState {
  return {
    layout: 368,
    vaultId: 3n,
    authority: filledAddress(0x21),
    pendingAuthority: none,
    paused: false,
    shareMint: filledAddress(0x22),
    depositSubAccount: 0,
    withdrawSubAccount: 0,
    shareMover: none,
    baseAsset: filledAddress(2),
    decimals: 6,
    rateProvider: none,
    exchangeRate: 1_000_000n,
    highWaterMark: 1_000_000n,
    feesOwed: 0n,
    totalSharesLastUpdate: 0n,
    lastUpdateUnix: 0n,
    payout: none,
    upperBoundBps: 10_050,
    lowerBoundBps: 9_950,
    updateDelaySeconds: 3600,
    platformFeeBps: 0,
    performanceFeeBps: 0,
    withdrawAuthority: none,
    strategist: filledAddress(1),
    ...change,
  } as SvmVaultState
}

/** The change of a vault's accounts. */
export type SnapshotChange = {
  readonly state?: Partial<SvmVaultState>
  /** Base units of each token in each sub-account, and of SOL. Default: 10,000,000,000. */
  readonly balance?: bigint
  readonly changes?: readonly (readonly [SvmAddress, SvmAccount | null])[]
}

/** Accounts of a vault whose every permission exists; every token account that its calls name does, too. */
export function vaultSnapshot(
  definition: SvmDefinition,
  { state = {}, balance = 10_000_000_000n, changes = [] }: SnapshotChange = {},
): SvmSnapshot {
  const accounts = new Map<SvmAddress, SvmAccount | null>()
  const put = (address: SvmAddress, owner: SvmAddress, data: Uint8Array, lamports = 2_039_280n) =>
    accounts.set(address, { owner, data, lamports, executable: false })
  put(definition.vault, definition.program, encodeVaultState(vaultStateWith(state)))
  for (const { mint, decimals, program } of definition.tokens) {
    const text = {
      mintAuthority: null,
      supply: 0n,
      decimals,
      isInitialized: true,
      freezeAuthority: null,
    }
    put(mint, program, new Uint8Array(getMintEncoder().encode(text)))
  }
  const addresses = vaultAddresses(definition.program)
  for (const { call, subAccount, operators, digestAddress } of permissionsOf(definition)) {
    put(digestAddress, definition.program, encodeDigestAccount(operators))
    put(addresses.subAccount(3n, subAccount), systemProgram, new Uint8Array(), balance)
    for (const { address, owner, token } of call.tokenAccounts) {
      put(address, token.program, tokenAccountData(token.mint, owner, balance))
    }
  }
  for (const [address, account] of changes) accounts.set(address, account)
  return { slot: 100n, accounts }
}

/** A snapshot in which what was not read does not exist. */
export function withAbsent(snapshot: SvmSnapshot, addresses: readonly SvmAddress[]): SvmSnapshot {
  const accounts = new Map(snapshot.accounts)
  for (const address of addresses) if (!accounts.has(address)) accounts.set(address, null)
  return { ...snapshot, accounts }
}

/** A token account's data, as another encoder writes it. */
export function tokenAccountData(mint: SvmAddress, owner: SvmAddress, amount: bigint): Uint8Array {
  const data = getTokenEncoder().encode({
    mint: mint as string as Address,
    owner: owner as string as Address,
    amount,
    delegate: null,
    state: 1,
    isNative: null,
    delegatedAmount: 0n,
    closeAuthority: null,
  })
  return new Uint8Array(data)
}
