import type { Address } from '@vaultwright/base'
import { allOf, anyOf, atomOf, certain, type Formula, impossible } from '../model/formula.ts'
import {
  type GuardedKind,
  guardedFunctions,
  selectors,
  selectorsNamed,
} from '../model/guarded-function.ts'
import {
  accountAt,
  type ControlAccount,
  type ControlPart,
  type ControlState,
  type Selector,
} from '../model/state.ts'
import { forgedMessageFormula, verifierChoiceFormula } from '../rule/bridge.ts'
import { isAuthorized, obeyFormula } from '../rule/permission.ts'
import { depositNames } from '../rule/relay.ts'
import { upgradeFormula } from '../rule/voice.ts'
import type { Question } from '../solve/solver.ts'
import { type ActName, acts, simpleActs } from './catalogue.ts'

/** An act on one contract, as the question that answers it. */
export type ActQuestion = {
  readonly act: ActName
  /** The contract that does it. */
  readonly target: Address
  /** The strategist of `manage_by_root`; null for every other act. */
  readonly strategist: Address | null
  readonly question: Question
}

/** Lists the acts of a state: an act for each contract that can do it, worst first. */
export function actsOf(state: ControlState): readonly ActQuestion[] {
  const questions = [...state].flatMap(([address, account]) => [
    ...simpleQuestions(address, state),
    ...compoundQuestions(address, state),
    ...(isUpgradable(account) ? [upgradeQuestion(address, state)] : []),
  ])
  const order = Object.keys(acts)
  return questions.sort((left, right) => order.indexOf(left.act) - order.indexOf(right.act))
}

/** Tells whether an account exchanges the code of what prices assets, and of nothing else. */
function commandsPricesAlone(state: ControlState, admin: Address): boolean {
  const proxies = [...state.values()].filter(
    (account) => account.kind === 'proxy' && account.admin === admin,
  )
  return proxies.length > 0 && !proxies.some(isUpgradable)
}

/** True if to exchange its code is an act by itself: that of a price source is part of set_price_source. */
function isUpgradable(account: ControlAccount): boolean {
  return account.kind === 'proxy' && account.behind.kind !== 'price_source'
}

/** Writes for each asset what it takes to exchange the code that prices it. */
function sourceFormulas(
  state: ControlState,
  accountant: Address,
  delay: number,
): ReadonlyMap<Address, Formula> {
  const account = accountAt(state, accountant)
  const isAccountant = account.kind === 'contract' && account.part.of === 'accountant'
  const providers = isAccountant ? (account.part as AccountantPart).providers : undefined
  return new Map(
    [...(providers ?? [])].map(([asset, provider]) => [
      asset,
      obeyFormula(state, provider, { delay }),
    ]),
  )
}

type AccountantPart = Extract<ControlPart, { readonly of: 'accountant' }>

function simpleQuestions(target: Address, state: ControlState): readonly ActQuestion[] {
  const account = accountAt(state, target)
  return Object.entries(simpleActs).flatMap(([act, rows]) => {
    const functions = rows.flatMap(({ kind, functions: names }) =>
      kind === kindOf(account) ? functionsNamed(account, names) : [],
    )
    if (functions.length === 0) return []
    if (act === 'change_authority' && commandsPricesAlone(state, target)) return []
    const question = (delay: number) =>
      act === 'set_price_source'
        ? anyOf([
            canAny(target, functions, delay),
            ...sourceFormulas(state, target, delay).values(),
          ])
        : canAny(target, functions, delay)
    return [{ act: act as ActName, target, strategist: null, question }]
  })
}

function compoundQuestions(target: Address, state: ControlState): readonly ActQuestion[] {
  const account = accountAt(state, target)
  if (account.kind !== 'contract') return []
  const can = (names: readonly string[], delay: number) =>
    canAny(target, functionsNamed(account, names), delay)
  const { part } = account
  switch (part.of) {
    case 'accountant': {
      // A rate out of bounds is set all the same, and pauses.
      const question = (delay: number) =>
        allOf([
          can(['updateExchangeRate', 'vestYield', 'postLoss'], delay),
          can(['unpause', ...rateBoundNames], delay),
        ])
      return [{ act: 'set_any_rate', target, strategist: null, question }]
    }
    case 'teller': {
      const unbacked = { act: 'mint_unbacked', target, strategist: null } as const
      const rows: ActQuestion[] = [
        { ...unbacked, question: (delay) => unbackedFormula(state, target, delay) },
      ]
      if (part.bridge !== undefined) {
        const bridged = { teller: target, bridge: part.bridge }
        const choice = (delay: number) => verifierChoiceFormula(bridged, delay)
        rows.push({ act: 'bridge_verifiers', target, strategist: null, question: choice })
        const question = (delay: number) =>
          allOf([
            isAuthorized(state, target, [part.vault, selectors.enter])
              ? certain
              : atomOf({ kind: 'can', target: part.vault, selector: selectors.enter }, delay),
            anyOf([
              forgedMessageFormula(bridged, delay),
              choice(delay),
              can(['setPeer', 'addChain', 'allowMessagesFromChain'], delay),
            ]),
          ])
        rows.push({ act: 'bridge_mint', target, strategist: null, question })
      }
      if (account.functions.has('0xc05e6339')) {
        const question = (delay: number) =>
          allOf([
            can(['freezeSharesAndStartRemediation'], delay),
            can(['completeRemediation'], delay),
          ])
        rows.push({ act: 'move_user_shares', target, strategist: null, question })
      }
      return rows
    }
    case 'manager':
      return part.strategists.map((strategist) => ({
        act: 'manage_by_root',
        target,
        strategist,
        question: (delay) =>
          allOf([
            // The Manager's own root permits calls inside flash loans, which strategists start.
            anyOf(
              (strategist === target
                ? part.strategists.filter((each) => each !== target)
                : [strategist]
              ).map((each) =>
                strategistFormula(state, { manager: target, strategist: each }, delay),
              ),
            ),
            ...(part.isPaused ? [can(['unpause'], delay)] : []),
          ]),
      }))
    default:
      return []
  }
}

const rateBoundNames = [
  'updateUpper',
  'updateLower',
  'updateMaximumDeviationYield',
  'updateMaximumDeviationLoss',
]

function upgradeQuestion(target: Address, state: ControlState): ActQuestion {
  const question = (delay: number) => upgradeFormula(state, target, delay)
  return { act: 'upgrade', target, strategist: null, question }
}

/** A strategist makes calls by its root in person; a micro-manager does it for whoever may ask it to swap. */
function strategistFormula(
  state: ControlState,
  { manager, strategist }: { readonly manager: Address; readonly strategist: Address },
  delay: number,
): Formula {
  const run = { target: manager, selector: selectors.manageVault } as const
  const inPerson = atomOf({ kind: 'as', by: strategist, ...run }, delay)
  const account = accountAt(state, strategist)
  if (account.kind !== 'contract' || account.part.of !== 'micro_manager') return inPerson
  if (!isAuthorized(state, strategist, [manager, selectors.manageVault])) return inPerson
  const swaps = functionsNamed(account, [
    'swapWith1Inch',
    'swapWithUniswapV3',
    'swapWithBalancerV2',
    'swapWithCurve',
  ])
  return anyOf([inPerson, canAny(strategist, swaps, delay)])
}

/** A token that is allowed, priced by its own maker and deposited mints shares for nothing. */
function unbackedFormula(state: ControlState, teller: Address, delay: number): Formula {
  const account = accountAt(state, teller)
  if (account.kind !== 'contract' || account.part.of !== 'teller') return impossible
  const { vault } = account.part
  const mint = atomOf({ kind: 'can', target: vault, selector: selectors.enter }, delay)
  if (!isAuthorized(state, teller, [vault, selectors.enter])) return mint
  const accountants = [...state].flatMap(([address]) => {
    const account = accountAt(state, address)
    return account.kind === 'contract' && account.part.of === 'accountant' ? [address] : []
  })
  const price = anyOf(
    accountants.map((accountant) => {
      const selector = selectorsNamed('accountant', ['setRateProviderData'])[0]!
      return atomOf({ kind: 'can', target: accountant, selector }, delay)
    }),
  )
  const deposit = canAny(teller, functionsNamed(account, depositNames), delay)
  const allow = canAny(teller, functionsNamed(account, ['updateAssetData']), delay)
  const { assets } = account.part
  const exchanged = accountants.flatMap((accountant) =>
    [...sourceFormulas(state, accountant, delay)].map(([asset, source]) =>
      allOf([source, deposit, assets?.get(asset) === false ? allow : certain]),
    ),
  )
  return anyOf([mint, allOf([allow, price, deposit]), ...exchanged])
}

function canAny(target: Address, functions: readonly Selector[], delay: number): Formula {
  return anyOf(functions.map((selector) => atomOf({ kind: 'can', target, selector }, delay)))
}

/** The functions of an account that have one of some bare names. */
function functionsNamed(account: ControlAccount, names: readonly string[]): readonly Selector[] {
  const kind = kindOf(account)
  if (kind === null) return []
  const named = selectorsNamed(kind, names)
  return account.kind === 'contract' ? named.filter((each) => account.functions.has(each)) : named
}

function kindOf(account: ControlAccount): GuardedKind | null {
  if (account.kind === 'authority') return 'authority'
  if (account.kind !== 'contract') return null
  const { of } = account.part
  return of in guardedFunctions ? (of as GuardedKind) : null
}
