import type { Store, SvmVault } from '@vaultwright/store'
import {
  associatedTokenAccount,
  clockSysvar,
  defaultVaultProgram,
  encodeVaultState,
  type KeptAccounts,
  parseSvmAddress,
  printKeptAccounts,
  type SvmAccount,
  type SvmAddress,
  type SvmVaultState,
  svmAddressOf,
  systemProgram,
  token2022Program,
  tokenProgram,
  vaultAddresses,
} from '@vaultwright/svm'
import { endOfDay, type SvmReadPlan } from '@vaultwright/valuation'
import { holdingBytes } from '../world/account.ts'

/** Everything of vault 3 of the published program that a reading names. */
const addresses = vaultAddresses()
export const svmVault = addresses.state(3n)
export const svmShareMint = addresses.shareMint(svmVault)
export const svmUsdc = parseSvmAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
export const svmStrategist = svmAddressOf(new Uint8Array(32).fill(1))

const sysvarOwner = parseSvmAddress('Sysvar1111111111111111111111111111111111111')

/** The draft of a reading; the rest is as in a vault that is well. */
export type SvmReadingDraft = Partial<SvmVaultState> & {
  readonly supply?: bigint
  readonly shareDecimals?: number
  readonly slot?: bigint
  readonly unix?: bigint
  /** The holdings of the first sub-account; without them the reading is one of an earlier version. */
  readonly held?: SvmHeldDraft
}

export type SvmHeldDraft = {
  readonly usdc: bigint
  readonly lamports: bigint
  readonly quotes?: SvmReadPlan['quotes']
  readonly failures?: SvmReadPlan['failures']
}

export function svmStateDraft(change: Partial<SvmVaultState> = {}): SvmVaultState {
  return {
    vaultId: 3n,
    authority: svmStrategist,
    pendingAuthority: systemProgram,
    paused: false,
    shareMint: svmShareMint,
    depositSubAccount: 0,
    withdrawSubAccount: 0,
    shareMover: null,
    baseAsset: svmUsdc,
    decimals: 6,
    rateProvider: systemProgram,
    exchangeRate: 1_000_000n,
    highWaterMark: 1_000_000n,
    feesOwed: 0n,
    totalSharesLastUpdate: 0n,
    lastUpdateUnix: 1_795_400_000n,
    payout: systemProgram,
    upperBoundBps: 10_050,
    lowerBoundBps: 9_950,
    updateDelaySeconds: 3_600,
    platformFeeBps: 100,
    performanceFeeBps: 1_000,
    withdrawAuthority: systemProgram,
    strategist: svmStrategist,
    layout: 336,
    ...change,
  }
}

/** The accounts of a reading as a node would answer them. */
export function svmAccountsOf(draft: SvmReadingDraft = {}): KeptAccounts {
  const { supply = 0n, shareDecimals = 6, slot = 1_000n, unix = 0n, held, ...state } = draft
  return {
    slot,
    accounts: new Map<SvmAddress, SvmAccount>([
      [svmVault, accountOf(defaultVaultProgram, encodeVaultState(svmStateDraft(state)))],
      [svmShareMint, accountOf(token2022Program, mintOf(supply, shareDecimals))],
      [clockSysvar, accountOf(sysvarOwner, clockOf(slot, unix))],
      ...(held === undefined ? [] : heldAccountsOf(held)),
    ]),
    ...(held !== undefined && { scope: scopeOf(held) }),
  }
}

const svmSubAccount = addresses.subAccount(3n, 0)
const usdcAccount = associatedTokenAccount({
  owner: svmSubAccount,
  mint: svmUsdc,
  tokenProgram,
})

function heldAccountsOf({ usdc, lamports }: SvmHeldDraft): [SvmAddress, SvmAccount][] {
  const token = holdingBytes({ owner: svmSubAccount, mint: svmUsdc, amount: usdc })
  return [
    [svmSubAccount, { ...accountOf(systemProgram, new Uint8Array()), lamports }],
    [usdcAccount, accountOf(tokenProgram, token)],
    [svmUsdc, accountOf(tokenProgram, mintOf(usdc, 6))],
  ]
}

function scopeOf({ quotes = [], failures = [] }: SvmHeldDraft): SvmReadPlan {
  return {
    subAccounts: [0],
    tokens: [{ address: svmUsdc, symbol: 'USDC', decimals: 6 }],
    tokenAccounts: [usdcAccount],
    kaminoMarkets: [],
    stakePools: [],
    quotes,
    failures,
  }
}

/** A vault of a tenant, added with a definition. */
export function putSvmVault(store: Store, tenantId: string, definition: string): Promise<SvmVault> {
  const draft = { address: svmVault, name: 'Solana USD', status: 'active' } as const
  const vault = { ...draft, program: defaultVaultProgram, vaultId: 3n, definition }
  return store.svmVaults.put(tenantId, vault, 'local:test')
}

/** Keeps the reading of a day, five seconds after its end unless the draft says when. */
export async function putSvmDay(
  store: Store,
  vault: SvmVault,
  { day, ...draft }: SvmReadingDraft & { readonly day: string },
): Promise<void> {
  const { unix: atUnix = endOfDay(day) + 6n, slot = atUnix * 2n } = draft
  const body = printKeptAccounts(svmAccountsOf({ ...draft, slot, unix: atUnix }))
  await store.svmReadings.put(vault.tenantId, { vault: vault.address, day, slot, atUnix, body })
}

function accountOf(owner: SvmAddress, data: Uint8Array): SvmAccount {
  return { lamports: 1_000_000n, owner, data, executable: false }
}

/** A mint without extensions: no authority of either kind. */
function mintOf(supply: bigint, decimals: number): Uint8Array {
  const data = new Uint8Array(82)
  const view = new DataView(data.buffer)
  view.setBigUint64(36, supply, true)
  view.setUint8(44, decimals)
  view.setUint8(45, 1)
  return data
}

function clockOf(slot: bigint, unix: bigint): Uint8Array {
  const data = new Uint8Array(40)
  const view = new DataView(data.buffer)
  view.setBigUint64(0, slot, true)
  view.setBigInt64(32, unix, true)
  return data
}
