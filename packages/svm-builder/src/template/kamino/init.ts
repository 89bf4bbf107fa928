import { BaseError } from '@vaultwright/base'
import {
  type Instruction,
  readonlyAccount,
  rentSysvar,
  type SvmAddress,
  systemProgram,
  writableAccount,
  writableSignerAccount,
} from '@vaultwright/svm'
import { instructionFacts } from '../instruction-facts.ts'
import { dataOf, pinAccounts, pinBytes, pinSize } from '../piece.ts'
import type { SvmCall, SvmCallContext, SvmParameter, SvmTemplate } from '../template.ts'
import { hasKaminoTag, isAbsent } from './holding.ts'
import { farmsProgram, kamino, kaminoProgram, kaminoTags } from './program.ts'
import {
  farmUserOf,
  kaminoPositionAddress,
  kaminoUserOf,
  marketAuthorityOf,
  marketParameters,
} from './reserve.ts'

/** A call that creates an account, and takes nothing but its rent. */
const creation = (innerCall: Instruction, created: SvmAddress): SvmCall => ({
  innerCall,
  before: [],
  after: [],
  spending: null,
  tokenAccounts: [],
  creates: [created],
})

/**
 * Makes a sub-account a user of Kamino: without a referrer and without a lookup table.
 *
 * Source: `init_user_metadata`, `@kamino-finance/klend-sdk` 8.0.2 (MIT).
 */
export const kaminoInitUser: SvmTemplate = {
  ...kamino,
  route: 'kamino/init_user',
  name: 'Create user',
  description: "Creates a sub-account's account as a user of Kamino, which its position needs.",
  parameters: {},
  operators: [pinBytes(0, 40), ...pinAccounts(0, 1, 2, 3), pinSize],
  dataFields: [
    { name: 'discriminator', start: 0, length: 8 },
    { name: 'lookup_table', start: 8, length: 32 },
  ],
  accountNames: ['sub_account', 'payer', 'user', 'referrer', 'rent', 'system_program'],
  receivers: [2],
  computeUnits: 60_000,
  programs: [kaminoProgram, systemProgram],
  callOf: ({ subAccount }) => {
    const user = kaminoUserOf(subAccount)
    const innerCall = {
      program: kaminoProgram,
      accounts: [
        writableSignerAccount(subAccount),
        writableSignerAccount(subAccount),
        writableAccount(user),
        readonlyAccount(kaminoProgram),
        readonlyAccount(rentSysvar),
        readonlyAccount(systemProgram),
      ],
      data: dataOf(kaminoTags.initUser, 0n, 0n, 0n, 0n),
    }
    return creation(innerCall, user)
  },
  sentenceOf: () => 'Create the Kamino user of the sub-account',
}

/**
 * Creates the position of a sub-account in a market, which deposits and borrows need.
 *
 * Source: `init_obligation`, as above.
 */
export const kaminoInitPosition: SvmTemplate = {
  ...kamino,
  route: 'kamino/init_position',
  name: 'Create position',
  description: "Creates a sub-account's position in a lending market, which deposits need.",
  parameters: { market: { kind: 'account', describe: 'Lending market', isRequested: true } },
  operators: [pinBytes(0, 10), ...pinAccounts(0, 1, 2, 3), pinSize],
  dataFields: [
    { name: 'discriminator', start: 0, length: 8 },
    { name: 'kind', start: 8, length: 1 },
    { name: 'id', start: 9, length: 1 },
  ],
  accountNames: [
    'sub_account',
    'payer',
    'position',
    'market',
    'first_seed',
    'second_seed',
    'user',
    'rent',
    'system_program',
  ],
  receivers: [2],
  computeUnits: 60_000,
  programs: [kaminoProgram, systemProgram],
  callOf: ({ subAccount, account }) => {
    const market = account('market')
    const position = kaminoPositionAddress(subAccount, market)
    const user = kaminoUserOf(subAccount)
    const innerCall = {
      program: kaminoProgram,
      accounts: [
        writableSignerAccount(subAccount),
        writableSignerAccount(subAccount),
        writableAccount(position),
        readonlyAccount(market),
        readonlyAccount(systemProgram),
        readonlyAccount(systemProgram),
        readonlyAccount(user),
        readonlyAccount(rentSysvar),
        readonlyAccount(systemProgram),
      ],
      data: dataOf([...kaminoTags.initPosition, 0, 0]),
    }
    return { ...creation(innerCall, position), reads: [user] }
  },
  refreshesOf: ({ subAccount }, { accountsAt, earlier }) => {
    const user = kaminoUserOf(subAccount)
    const [account = null] = accountsAt([user])
    const isCreated = createdBy(earlier, kaminoTags.initUser, { index: 2, address: user })
    if (isAbsent(account) && !isCreated)
      throw new KaminoAccountMissingError({
        what: `Kamino user ${user} of ${subAccount}`,
        address: user,
        route: kaminoInitUser.route,
      })
    return []
  },
  sentenceOf: ({ account }) => `Create a Kamino position in the market ${account('market')}`,
}

/** The side of a position that takes part in a farm: its collateral, or its debt. */
type FarmSide = { readonly mode: 0 | 1; readonly of: string; readonly route: string }

const collateralSide: FarmSide = { mode: 0, of: 'collateral', route: 'kamino/init_farm' }
const debtSide: FarmSide = { mode: 1, of: 'debt', route: 'kamino/init_debt_farm' }

/** A position's part in a farm. */
type FarmUse = {
  readonly owner: SvmAddress
  readonly market: SvmAddress
  readonly obligation: SvmAddress
  readonly reserve: SvmAddress
  readonly farm: SvmAddress
}

/** Anyone may pay for it: the position's owner does not sign. */
function farmInstruction(use: FarmUse, mode: FarmSide['mode'], payer: SvmAddress): Instruction {
  const { owner, market, obligation, reserve, farm } = use
  return {
    program: kaminoProgram,
    accounts: [
      writableSignerAccount(payer),
      readonlyAccount(owner),
      writableAccount(obligation),
      readonlyAccount(marketAuthorityOf(market)),
      writableAccount(reserve),
      writableAccount(farm),
      writableAccount(farmUserOf(farm, obligation)),
      readonlyAccount(market),
      readonlyAccount(farmsProgram),
      readonlyAccount(rentSysvar),
      readonlyAccount(systemProgram),
    ],
    data: dataOf([...kaminoTags.initFarm, mode]),
  }
}

function farmTemplate({ mode, of, route }: FarmSide): SvmTemplate {
  const farm: SvmParameter = { kind: 'account', describe: `Farm of the ${of}`, isRequested: false }
  return {
    ...kamino,
    route,
    name: `Join ${of} farm`,
    description: `Creates what the farm of a reserve's ${of} keeps of a sub-account's position, paid by the sub-account.`,
    parameters: { ...marketParameters, farm },
    operators: [pinBytes(0, 9), ...pinAccounts(0, 1, 2, 4, 5, 6), pinSize],
    // The mode tells the two farms of a reserve apart.
    dataFields: [{ name: 'discriminator', start: 0, length: 9 }],
    accountNames: [
      'sub_account',
      'owner',
      'position',
      'market_authority',
      'reserve',
      'farm',
      'farm_user',
      'market',
      'farms_program',
      'rent',
      'system_program',
    ],
    receivers: [6],
    computeUnits: 120_000,
    programs: [kaminoProgram, farmsProgram, systemProgram],
    callOf: ({ subAccount, account }) => {
      const market = account('market')
      const obligation = kaminoPositionAddress(subAccount, market)
      const use = { owner: subAccount, market, obligation, reserve: account('reserve') }
      const innerCall = farmInstruction({ ...use, farm: account('farm') }, mode, subAccount)
      return creation(innerCall, farmUserOf(account('farm'), obligation))
    },
    sentenceOf: ({ account }) => `Join the ${of} farm of the Kamino reserve ${account('reserve')}`,
  }
}

/** Source: `init_obligation_farms_for_reserve`, as above. */
export const kaminoInitFarm: SvmTemplate = farmTemplate(collateralSide)
export const kaminoInitDebtFarm: SvmTemplate = farmTemplate(debtSide)

/**
 * Makes sure that a farm knows the position.
 *
 * @throws {KaminoAccountMissingError} with the instruction that creates it, which the strategist may pay.
 */
export function assertFarmUser(
  use: FarmUse,
  of: 'collateral' | 'debt',
  { accountsAt, earlier, strategist }: SvmCallContext,
): void {
  const address = farmUserOf(use.farm, use.obligation)
  const [account = null] = accountsAt([address])
  if (!isAbsent(account)) return
  if (createdBy(earlier, kaminoTags.initFarm, { index: 6, address })) return
  const { route, mode } = of === 'collateral' ? collateralSide : debtSide
  throw new KaminoAccountMissingError({
    what: `account ${address} of the position ${use.obligation} in the farm ${use.farm}`,
    address,
    route,
    more: ' Or send the instruction in the details, which anyone may pay.',
    instruction: farmInstruction(use, mode, strategist),
  })
}

function createdBy(
  earlier: readonly Instruction[],
  tag: readonly number[],
  { index, address }: { index: number; address: SvmAddress },
): boolean {
  return earlier.some(
    (call) => hasKaminoTag(call, tag) && call.accounts[index]?.address === address,
  )
}

type MissingParts = {
  readonly what: string
  readonly address: SvmAddress
  /** Of the action that creates it. */
  readonly route: string
  readonly more?: string
  readonly instruction?: Instruction
}

/** An account that Kamino needs does not exist. */
export class KaminoAccountMissingError extends BaseError {
  override readonly code = 'kamino_account_missing'
  override readonly kind = 'not_permitted'

  constructor({ what, address, route, more = '', instruction }: MissingParts) {
    super({
      message: `The ${what} does not exist. Build ${route} first, which creates it.${more}`,
      facts: {
        address,
        route,
        instruction: instruction === undefined ? null : instructionFacts(instruction),
      },
    })
  }
}
