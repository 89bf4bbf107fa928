import {
  deriveAddress,
  instructionsSysvar,
  readonlyAccount,
  type SvmAddress,
  svmBytesOf,
  systemProgram,
  tokenProgram,
  writableAccount,
  writableSignerAccount,
} from '@vaultwright/svm'
import { tokenAccountOf } from '../piece.ts'
import { seededAddress } from '../seed.ts'
import type { SvmCallInput, SvmParameter, SvmToken, SvmTokenAccountNeed } from '../template.ts'
import { farmsProgram, kaminoProgram } from './program.ts'

/** The reserve and its market. */
export const marketParameters = {
  reserve: { kind: 'account', describe: 'Reserve of the lending market', isRequested: true },
  market: { kind: 'account', describe: 'Lending market', isRequested: false },
} as const satisfies Readonly<Record<string, SvmParameter>>

/** The token account of a reserve. */
export const supplyParameter = {
  liquidity_supply: {
    kind: 'account',
    describe: "The reserve's token account",
    isRequested: false,
  },
} as const satisfies Readonly<Record<string, SvmParameter>>

/** Accounts of a reserve that deposits and withdrawals name: the entry of the definition states them. */
export const collateralParameters = {
  ...marketParameters,
  ...supplyParameter,
  collateral_mint: {
    kind: 'account',
    describe: "Mint of the reserve's collateral",
    isRequested: false,
  },
  collateral_supply: {
    kind: 'account',
    describe: "The reserve's account of collateral",
    isRequested: false,
  },
  farm: {
    kind: 'account',
    describe: "Farm of the reserve's collateral, if it has one",
    isRequested: false,
    isOptional: true,
  },
} as const satisfies Readonly<Record<string, SvmParameter>>

/** The farm of a reserve's debt. */
export const debtFarmParameter = {
  farm: {
    kind: 'account',
    describe: "Farm of the reserve's debt, if it has one",
    isRequested: false,
    isOptional: true,
  },
} as const satisfies Readonly<Record<string, SvmParameter>>

/** The account of a sub-account as a user of Kamino. */
export function kaminoUserOf(subAccount: SvmAddress): SvmAddress {
  return seededAddress(kaminoProgram, 'user_meta', subAccount)
}

/** The position of a sub-account in a market: the first one without a kind. */
export function kaminoPositionAddress(subAccount: SvmAddress, market: SvmAddress): SvmAddress {
  const none = svmBytesOf(systemProgram)
  const kindAndId = [new Uint8Array(1), new Uint8Array(1)]
  const owners = [svmBytesOf(subAccount), svmBytesOf(market), none, none]
  return deriveAddress(kaminoProgram, [...kindAndId, ...owners]).address
}

/** The farm's account of a position. */
export function farmUserOf(farm: SvmAddress, obligation: SvmAddress): SvmAddress {
  return seededAddress(farmsProgram, 'user', farm, obligation)
}

/** The account that signs for a market. */
export function marketAuthorityOf(market: SvmAddress): SvmAddress {
  return seededAddress(kaminoProgram, 'lma', market)
}

/** Accounts that the calls of a position in a reserve share. */
export type KaminoUse = {
  readonly market: SvmAddress
  readonly authority: SvmAddress
  readonly reserve: SvmAddress
  /** The sub-account's position. */
  readonly obligation: SvmAddress
  /** Null where the reserve has none. */
  readonly farm: SvmAddress | null
  readonly farmUser: SvmAddress | null
  readonly token: SvmToken
  readonly held: SvmTokenAccountNeed
}

/** Derives the accounts of a sub-account's position in a reserve. */
export function kaminoUseOf({
  subAccount,
  token,
  account,
  accountOrNull,
}: SvmCallInput): KaminoUse {
  const market = account('market')
  const farm = accountOrNull('farm')
  const obligation = kaminoPositionAddress(subAccount, market)
  return {
    market,
    authority: marketAuthorityOf(market),
    reserve: account('reserve'),
    obligation,
    farm,
    farmUser: farm === null ? null : farmUserOf(farm, obligation),
    token: token('token'),
    held: tokenAccountOf(subAccount, token('token')),
  }
}

/** The accounts that a build reads in any case for a call of a position. */
export function kaminoReads({ obligation, reserve, farmUser }: KaminoUse): readonly SvmAddress[] {
  return [obligation, reserve, ...(farmUser === null ? [] : [farmUser])]
}

/** The first accounts of deposits and withdrawals. */
export function positionAccounts(use: KaminoUse, subAccount: SvmAddress) {
  return [
    writableSignerAccount(subAccount),
    writableAccount(use.obligation),
    readonlyAccount(use.market),
    readonlyAccount(use.authority),
    writableAccount(use.reserve),
    readonlyAccount(use.token.mint),
  ]
}

/** The last accounts of deposits and withdrawals, from the one that stands for none on. */
export function sharedAccounts(use: KaminoUse) {
  return [
    readonlyAccount(kaminoProgram),
    readonlyAccount(tokenProgram),
    readonlyAccount(use.token.program),
    readonlyAccount(instructionsSysvar),
    ...farmAccounts(use),
    readonlyAccount(farmsProgram),
  ]
}

/** The farm's account of the position, and the farm; the program stands for none. */
export function farmAccounts({ farm, farmUser }: KaminoUse) {
  const absent = readonlyAccount(kaminoProgram)
  if (farm === null || farmUser === null) return [absent, absent]
  return [writableAccount(farmUser), writableAccount(farm)]
}
