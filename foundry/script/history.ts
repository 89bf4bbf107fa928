import type { Address } from 'viem'
import { accountOf } from './account.ts'
import { transactionOf } from './deploy.ts'
import { flows, streams } from './flow.ts'
import { interestOf } from './market/interest.ts'
import { dollar, eth, type Moment, steps } from './moment.ts'
import type { Of } from './plan/piece.ts'
import { queueMoments } from './queue.ts'
import { manageDataOf, multisigTransaction } from './rebalance/rebalance.ts'
import { rebalances as planned } from './rebalance/rebalances.ts'
import type { Step } from './step.ts'
import { tradesOf } from './trading.ts'
import type { World } from './world.ts'

const hour = 3_600
const day = 24 * hour
const wad = 10n ** 18n

/** The length of the history. */
export const days = 45

/** Something that happened, for whoever reads the chain. */
export type Event = {
  /** Days since the first one. */
  readonly day: number
  readonly atUnix: number
  readonly block: number
  readonly what: string
}

/**
 * Lets 45 days pass: deposits, withdrawals, rates, yield, a loss, a pause, rotations, rebalances.
 *
 * @param world - a chain with everything deployed and its markets open.
 * @returns what happened, in order.
 */
export async function live(world: World): Promise<readonly Event[]> {
  const events: Event[] = []
  for (const moment of moments()) {
    const atUnix = world.startUnix + moment.day * day + moment.hour * hour
    await world.session.block(atUnix, await moment.make(world))
    const block = Number(await world.session.request('eth_blockNumber', []))
    events.push({ day: moment.day, atUnix, block, what: moment.what })
  }
  return events
}

function moments(): readonly Moment[] {
  return [
    ...opening,
    ...Array.from({ length: days }, (_, index) => rateUpdate(index)),
    ...flows,
    ...streams,
    ...queueMoments,
    ...governance,
    ...rebalances(),
  ].sort((one, other) => one.day - other.day || one.hour - other.hour)
}

const opening: readonly Moment[] = [
  {
    day: 0,
    hour: 1,
    what: 'assets of the tellers and queues',
    make: steps(
      ...[eth, dollar].flatMap((vault) => {
        const asset = vault === eth ? 'WETH' : 'USDC'
        return [
          (of: Of): Step => ({
            to: `${vault}: teller`,
            contract: 'Teller',
            name: 'updateAssetData',
            args: [of(asset), true, true, 0],
          }),
          (): Step => ({
            to: `${vault}: teller`,
            contract: 'Teller',
            name: 'setShareLockPeriod',
            args: [3_600],
          }),
          (of: Of): Step => ({
            to: `${vault}: queue`,
            contract: 'WithdrawQueue',
            name: 'updateWithdrawAsset',
            args: [of(asset), 86_400, 259_200, 0, 100, 1_000_000n],
          }),
        ]
      }),
    ),
  },
  { day: 0, hour: 2, what: 'first roots', make: setRoots(1) },
]

/**
 * The rate of the rate-provider vault: a third of a basis point or so a day, what its holdings earn less its fees, with a
 * day of standing still in nine.
 */
function rateAt(index: number): bigint {
  let rate = wad
  for (let dayNumber = 1; dayNumber <= index; dayNumber++) {
    if (dayNumber % 9 === 0) continue
    rate += (rate * BigInt(8 + ((dayNumber * 37) % 60))) / 1_000_000n
  }
  return rate
}

function rateUpdate(index: number): Moment {
  const update = steps({
    from: accountOf('rate updater'),
    to: `${eth}: accountant`,
    contract: 'AccountantRateProviders',
    name: 'updateExchangeRate',
    args: [rateAt(index)],
  })
  return {
    day: index,
    hour: 12,
    what: `rate of ${eth} is updated`,
    make: async (world) => {
      const { session, of } = world
      const earned = [...interestOf(index), ...(await tradesOf(session, of))]
      return [...(await update(world)), ...earned.map((step) => transactionOf(step, of))]
    },
  }
}

const pauser = accountOf('pauser')
const manager = { to: `${eth}: manager`, contract: 'Manager' }

const governance: readonly Moment[] = [
  { day: 15, hour: 3, what: 'roots rotate: trading and flash loans', make: setRoots(2) },
  {
    day: 25,
    hour: 2,
    what: `the manager of ${eth} is paused`,
    make: steps({ ...manager, from: pauser, name: 'pause' }),
  },
  {
    day: 26,
    hour: 2,
    what: `the manager of ${eth} is unpaused`,
    make: steps({ ...manager, from: pauser, name: 'unpause' }),
  },
  {
    day: 34,
    hour: 20,
    what: `a rate out of bounds pauses the accountant of ${eth}`,
    make: steps({
      from: accountOf('rate updater'),
      to: `${eth}: accountant`,
      contract: 'AccountantRateProviders',
      name: 'updateExchangeRate',
      args: [(rateAt(34) * 103n) / 100n],
    }),
  },
  {
    day: 34,
    hour: 23,
    what: `the rate is put right, the accountant of ${eth} is unpaused`,
    make: steps(
      { to: `${eth}: accountant`, contract: 'AccountantRateProviders', name: 'unpause' },
      {
        from: accountOf('rate updater'),
        to: `${eth}: accountant`,
        contract: 'AccountantRateProviders',
        name: 'updateExchangeRate',
        args: [rateAt(34)],
      },
      { to: `${eth}: accountant`, contract: 'AccountantRateProviders', name: 'unpause' },
    ),
  },
  { day: 30, hour: 3, what: 'roots rotate: Morpho and the drone', make: setRoots(3) },
]

/** Sets the roots of a generation; the Manager's own root makes flash loans possible. */
function setRoots(generation: 1 | 2 | 3): Moment['make'] {
  return ({ of, trees }) => {
    const owners = (vault: string): readonly (readonly [Address, string])[] => {
      const key = vault.toLowerCase().replace(' ', '-')
      const main = `${key}-main-${generation}`
      const outsiders: readonly (readonly [Address, string])[] =
        generation === 1
          ? [
              [accountOf('second strategist'), `${key}-lending`],
              [of('Multisig'), `${key}-lending`],
            ]
          : [[of(`${vault}: manager`), main]]
      return [[accountOf('strategist'), main], ...outsiders]
    }
    return [eth, dollar].flatMap((vault) =>
      owners(vault).map(([strategist, name]) =>
        transactionOf(
          {
            to: `${vault}: manager`,
            contract: 'Manager',
            name: 'setManageRoot',
            args: [strategist, trees.get(name)!.root],
          },
          of,
        ),
      ),
    )
  }
}

function rebalances(): readonly Moment[] {
  return planned.map(({ at: time, vault, by, tree, what, calls }) => ({
    day: time,
    hour: 15,
    what: `${by} of ${vault}: ${what}`,
    make: async (world) => {
      const { of, session, trees } = world
      const named = trees.get(`${vault.toLowerCase().replace(' ', '-')}-${tree}`)!
      const target = of(`${vault}: manager`)
      const data = manageDataOf(named.tree, await calls(world))
      if (by === 'multisig') {
        return [await multisigTransaction(session, of('Multisig'), { target, data })]
      }
      return [{ from: accountOf(by), to: target, data, what }]
    },
  }))
}
