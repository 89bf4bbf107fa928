import { type Address, isSameAddress } from '@vaultwright/base'
import {
  allOf,
  anyOf,
  atomOf,
  type ControlRule,
  certain,
  demandOf,
  type Formula,
  impossible,
  wayOf,
} from '../model/formula.ts'
import { selectors, selectorsNamed } from '../model/guarded-function.ts'
import { accountAt, type ControlState, type Selector } from '../model/state.ts'
import { pauserRelay } from './pauser.ts'
import type { Guarded } from './permission.ts'

/** Writes what an account passes on of one kind of call, though it does not make any call. */
export function relayFormula(
  state: ControlState,
  { by, guarded }: { readonly by: Address; readonly guarded: Guarded },
  delay: number,
): Formula {
  const account = accountAt(state, by)
  const [target, selector] = guarded
  if (account.kind === 'safe') {
    // A Safe calls its fallback handler for anybody.
    if (!isSameAddress(account.fallbackHandler, target)) return impossible
    return wayOf({ rule: 'fallback_handler', subject: by, target }, certain)
  }
  if (account.kind !== 'contract') return impossible
  const { part } = account
  const can = (name: Selector) => atomOf({ kind: 'can', target: by, selector: name }, delay)
  const use = (rule: ControlRule) => ({ rule, subject: by, target, selector })
  switch (part.of) {
    case 'manager': {
      if (target !== part.vault || selector !== selectors.manage) return impossible
      // Whoever sets a root brings leaves and a decoder of his own.
      return allOf([
        demandOf(use('manager_root'), can(selectors.setManageRoot)),
        demandOf(use('manager_run'), can(selectors.manageVault)),
        ...(part.isPaused ? [demandOf(use('manager_unpause'), can(selectors.unpause))] : []),
      ])
    }
    case 'teller': {
      const isBuffered = account.functions.has(selectors.allowBufferHelper)
      if (!isBuffered || target !== part.vault || selector !== selectors.manageBatch)
        return impossible
      const served = (names: readonly string[]) => {
        const has = selectorsNamed('teller', names).filter((each) => account.functions.has(each))
        return anyOf(has.map(can))
      }
      return allOf([
        can(selectors.allowBufferHelper),
        ...(part.isPaused ? [demandOf(use('teller_unpause'), can(selectors.unpause))] : []),
        anyOf([
          wayOf(
            use('buffer_deposit'),
            allOf([can(selectors.setDepositBufferHelper), served(depositNames)]),
          ),
          wayOf(
            use('buffer_withdraw'),
            allOf([can(selectors.setWithdrawBufferHelper), served(withdrawNames)]),
          ),
        ]),
      ])
    }
    case 'pauser':
      return pauserRelay(state, { by, part, guarded }, delay)
    case 'proxy_admin': {
      if (selector !== selectors.upgradeTo) return impossible
      const upgrades = selectorsNamed('proxy_admin', ['upgradeAndCall', 'upgrade'])
      return wayOf(use('upgrade'), anyOf(upgrades.map(can)))
    }
    case 'beacon':
      if (selector !== selectors.upgradeTo) return impossible
      return wayOf(use('upgrade'), can(selectors.upgradeTo))
    case 'solver': {
      const isSolve = target === part.queue && selector === selectors.solveOnChainWithdraws
      const isBulk = selector === selectors.bulkDeposit || selector === selectors.bulkWithdraw
      if (!isSolve && !isBulk) return impossible
      const solves = selectorsNamed('solver', solveNames).filter((each) =>
        account.functions.has(each),
      )
      return wayOf(use('solve'), anyOf(solves.map(can)))
    }
    default:
      return impossible
  }
}

/** Functions of a teller that take an asset. */
export const depositNames = ['deposit', 'depositWithPermit', 'bulkDeposit']
const withdrawNames = ['withdraw', 'bulkWithdraw']
const solveNames = [
  'boringRedeemSolve',
  'boringRedeemMintSolve',
  'boringRedeemSelfSolve',
  'boringRedeemMintSelfSolve',
]
