import { appendDroneTarget, type Call, droneFlag, encodeManage } from '@vaultwright/manager'
import { concatHex } from 'viem'
import { approve, batchOf, callOf, ether, prove, proveBy, transfer, treeOf } from './call.ts'
import { type MatrixCase, refusals } from './case.ts'
import type { MatrixWorld } from './world.ts'

const { possible, unproven } = refusals

/** 64 bytes more: the target left-padded. */
const padded = ({ drone }: MatrixWorld, { target, data, value }: Call): Call => ({
  target: drone,
  data: appendDroneTarget(data, target),
  value,
})
/** 52 bytes more: the bare target. */
const bare = ({ drone }: MatrixWorld, { target, data, value }: Call): Call => ({
  target: drone,
  data: concatHex([data, target, droneFlag]),
  value,
})

const approval = ({ of }: MatrixWorld) => approve(of('WETH'), of('Aave pool'), ether)
const wrap = ({ of }: MatrixWorld, value: bigint) => callOf(of('WETH'), 'deposit()', { value })
const unwrap = ({ of }: MatrixWorld, amount: bigint) =>
  callOf(of('WETH'), 'withdraw(uint256 amount)', { args: [amount] })

/** Wrapping through the drone: the function without arguments. */
const wrapping = (world: MatrixWorld) =>
  treeOf(
    world,
    {
      target: world.drone,
      signature: 'deposit()',
      args: [world.of('WETH')],
      canSendValue: true,
    },
    { target: world.of('WETH'), signature: 'withdraw(uint256)' },
  )

/** Drones: both forms of the suffix, and the trap between them. */
export const droneCases: readonly MatrixCase[] = [
  {
    name: 'a padded target',
    make: (world) => ({
      tree: world.main,
      data: batchOf(world.main, padded(world, approval(world))),
    }),
    refused: null,
  },
  {
    name: 'a bare target',
    make: (world) => ({
      tree: world.main,
      data: batchOf(world.main, bare(world, approval(world))),
    }),
    refused: null,
  },
  {
    name: 'money to the drone, lent by it, taken back',
    make: (world) => ({ tree: world.main, data: batchOf(world.main, ...lent(world)) }),
    refused: null,
  },
  {
    name: 'a function without arguments, padded target',
    make: (world) => {
      const tree = wrapping(world)
      const from = world.strategistOf('drone, padded', tree)
      const calls = [unwrap(world, ether), padded(world, wrap(world, ether))]
      return { from, tree, data: batchOf(tree, ...calls) }
    },
    refused: null,
  },
  {
    name: 'a function without arguments, bare target: too short for the flag',
    make: (world) => {
      const tree = wrapping(world)
      const from = world.strategistOf('drone, bare', tree)
      const first = prove(tree, unwrap(world, ether))
      const second = proveBy(tree, 0, bare(world, wrap(world, ether)))
      return { from, tree, data: encodeManage([first, second]) }
    },
    refused: unproven(1),
  },
  {
    name: 'another target behind the drone',
    make: (world) => {
      const proven = prove(world.main, padded(world, approval(world)))
      const { data } = padded(world, { ...approval(world), target: world.of('USDC') })
      return { tree: world.main, data: encodeManage([{ ...proven, data }]) }
    },
    refused: unproven(0),
  },
  {
    name: 'no target behind the drone, where the leaf names one',
    make: (world) => {
      const proven = prove(world.main, padded(world, approval(world)))
      const { data } = approval(world)
      return { tree: world.main, data: encodeManage([{ ...proven, data }]) }
    },
    refused: unproven(0),
  },
  {
    name: 'a wrong flag',
    make: (world) => {
      const proven = prove(world.main, padded(world, approval(world)))
      const data = `${proven.data.slice(0, -2)}00` as const
      return { tree: world.main, data: encodeManage([{ ...proven, data: data as `0x${string}` }]) }
    },
    refused: unproven(0),
  },
  {
    name: 'no target behind the drone, and a leaf for that',
    make: (world) => {
      const { of, drone } = world
      const signature = 'approve(address,uint256)'
      const tree = treeOf(world, { target: drone, signature, args: [of('Aave pool')] })
      const from = world.strategistOf('drone, no target', tree)
      return { from, tree, data: batchOf(tree, { ...approval(world), target: drone }) }
    },
    refused: possible('Drone__NoTarget', 0),
  },
  {
    name: 'the zero address behind the drone names no account',
    make: (world) => {
      const { of, drone } = world
      const signature = 'approve(address,uint256)'
      const tree = treeOf(world, { target: drone, signature, args: [of('Aave pool')] })
      const from = world.strategistOf('drone, zero target', tree)
      const call = padded(world, { ...approval(world), target: `0x${'00'.repeat(20)}` })
      return { from, tree, data: batchOf(tree, call) }
    },
    refused: possible('Drone__NoTarget', 0),
  },
  {
    name: 'withdrawNativeFromDrone',
    make: (world) => ({ tree: world.main, data: batchOf(world.main, taken(world)) }),
    refused: null,
  },
  {
    name: 'withdrawNativeFromDrone with a target, which the leaf does not have',
    make: (world) => {
      const { data } = padded(world, { ...taken(world), target: world.of('WETH') })
      const proven = prove(world.main, taken(world))
      return { tree: world.main, data: encodeManage([{ ...proven, data }]) }
    },
    refused: unproven(0),
  },
  {
    name: 'the refusal of the target behind the drone',
    make: (world) => {
      const call = padded(world, transfer(world.of('WETH'), world.vault, 10n ** 30n))
      return { tree: world.main, data: batchOf(world.main, call) }
    },
    refused: possible('InsufficientBalance', 0),
  },
]

function taken({ drone }: MatrixWorld) {
  return callOf(drone, 'withdrawNativeFromDrone()')
}

function lent(world: MatrixWorld) {
  const { of, drone } = world
  const supply = callOf(
    of('Aave pool'),
    'supply(address asset, uint256 amount, address to, uint16 code)',
    { args: [of('WETH'), ether, drone, 0] },
  )
  const withdraw = callOf(of('Aave pool'), 'withdraw(address asset, uint256 amount, address to)', {
    args: [of('WETH'), ether / 2n, drone],
  })
  return [
    transfer(of('WETH'), drone, ether),
    padded(world, approval(world)),
    bare(world, supply),
    padded(world, withdraw),
    padded(world, transfer(of('WETH'), world.vault, ether / 2n)),
  ]
}
