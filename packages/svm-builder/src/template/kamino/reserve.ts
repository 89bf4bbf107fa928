import {
  deriveAddress,
  type Instruction,
  instructionsSysvar,
  parseSvmAddress,
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

/** Programs of Kamino. Source: `@kamino-finance/klend-sdk` 8.0.2 (MIT), its interface files. */
export const kaminoProgram = parseSvmAddress('KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD')
export const farmsProgram = parseSvmAddress('FarmsPZpWu9i7Kky8tPN37rs2TpmMrAZrC7S7vJa91Hr')

/** The first bytes of the refreshes, which anyone may send. */
export const refreshTags = {
  reserve: [0x02, 0xda, 0x8a, 0xeb, 0x4f, 0xc9, 0x19, 0x66],
  obligation: [0x21, 0x84, 0x93, 0xe4, 0x97, 0xc0, 0x48, 0x59],
} as const

/** What both actions say of the protocol. */
export const kamino = {
  protocol: 'kamino',
  protocolAppUrl: 'https://kamino.com',
} as const

/** Accounts of a reserve that are not derived: the entry of the definition states them. */
export const reserveParameters = {
  reserve: { kind: 'account', describe: 'Reserve of the lending market', isAsked: true },
  market: { kind: 'account', describe: 'Lending market', isAsked: false },
  liquidity_supply: { kind: 'account', describe: "The reserve's token account", isAsked: false },
  collateral_mint: {
    kind: 'account',
    describe: "Mint of the reserve's collateral",
    isAsked: false,
  },
  collateral_supply: {
    kind: 'account',
    describe: "The reserve's account of collateral",
    isAsked: false,
  },
  farm: { kind: 'account', describe: "Farm of the reserve's collateral", isAsked: false },
  oracle: { kind: 'account', describe: 'Scope prices of the reserve', isAsked: false },
} as const satisfies Readonly<Record<string, SvmParameter>>

/** Accounts that deposit and withdrawal share. */
export type KaminoPosition = {
  readonly market: SvmAddress
  readonly authority: SvmAddress
  readonly reserve: SvmAddress
  /** The sub-account's position: the first one without a kind. */
  readonly obligation: SvmAddress
  readonly farm: SvmAddress
  readonly farmUser: SvmAddress
  readonly token: SvmToken
  readonly held: SvmTokenAccountNeed
}

/** Derives the accounts of a sub-account's position in a reserve. */
export function kaminoPositionOf({ subAccount, token, account }: SvmCallInput): KaminoPosition {
  const market = account('market')
  const farm = account('farm')
  const none = svmBytesOf(systemProgram)
  const kindAndId = [new Uint8Array(1), new Uint8Array(1)]
  const owners = [svmBytesOf(subAccount), svmBytesOf(market), none, none]
  const obligation = deriveAddress(kaminoProgram, [...kindAndId, ...owners]).address
  return {
    market,
    authority: seededAddress(kaminoProgram, 'lma', market),
    reserve: account('reserve'),
    obligation,
    farm,
    farmUser: seededAddress(farmsProgram, 'user', farm, obligation),
    token: token('token'),
    held: tokenAccountOf(subAccount, token('token')),
  }
}

/** The first accounts of both calls. */
export function positionAccounts(position: KaminoPosition, subAccount: SvmAddress) {
  return [
    writableSignerAccount(subAccount),
    writableAccount(position.obligation),
    readonlyAccount(position.market),
    readonlyAccount(position.authority),
    writableAccount(position.reserve),
    readonlyAccount(position.token.mint),
  ]
}

/** The last accounts of both calls, from the one that stands for none on. */
export function sharedAccounts(position: KaminoPosition) {
  return [
    readonlyAccount(kaminoProgram),
    readonlyAccount(tokenProgram),
    readonlyAccount(position.token.program),
    readonlyAccount(instructionsSysvar),
    writableAccount(position.farmUser),
    writableAccount(position.farm),
    readonlyAccount(farmsProgram),
  ]
}

/**
 * The refreshes that must run right before a deposit or a withdrawal; anyone may send them.
 *
 * They fit a position with this one reserve: Kamino refuses to refresh one with more.
 */
export function refreshesOf(position: KaminoPosition, oracle: SvmAddress): readonly Instruction[] {
  const { reserve, market, obligation } = position
  const absent = readonlyAccount(kaminoProgram)
  return [
    {
      program: kaminoProgram,
      accounts: [
        writableAccount(reserve),
        readonlyAccount(market),
        absent,
        absent,
        absent,
        readonlyAccount(oracle),
      ],
      data: Uint8Array.from(refreshTags.reserve),
    },
    {
      program: kaminoProgram,
      accounts: [readonlyAccount(market), writableAccount(obligation), writableAccount(reserve)],
      data: Uint8Array.from(refreshTags.obligation),
    },
  ]
}
