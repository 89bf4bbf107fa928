import { encodeManage, type LeafTree } from '@vaultwright/manager'
import type { Simulation } from '@vaultwright/outcome'
import { managerAbi } from '@vaultwright/registry'
import { encodeAbiParameters, encodeFunctionData, parseAbiParameters } from 'viem'
import {
  approve,
  batchOf,
  callOf,
  ether,
  loanOf,
  prove,
  proveBy,
  transfer,
  treeOf,
} from './call.ts'
import { type Made, type MatrixCase, refusals } from './case.ts'
import { accountOf, type MatrixWorld, noRoot, roleChange, rootChange, rootHexOf } from './world.ts'

const { named, own: ownRefusal, possible, silent, unauthorized, unproven } = refusals

const inside = (world: MatrixWorld) => [
  prove(world.main, approve(world.of('WETH'), world.of('Aave pool'), ether)),
]
const loan = (world: MatrixWorld) => ({
  tree: world.main,
  managerTree: world.main,
  data: batchOf(world.main, loanOf(world, { calls: inside(world) })),
})

/** Managers of the same vault with other lenders: their roots are set first, with their roles. */
const lying =
  (kind: 'tampering' | 'silent') =>
  (world: MatrixWorld): Made => {
    const manager = world.of(`Local ETH: manager, ${kind} lender`)
    const strategist = world.of('strategist')
    const tree = treeOf(world, loanPermit(world, manager))
    const root = rootHexOf(tree)
    const call = loanOf(world, { manager, calls: inside(world), amount: ether })
    return {
      manager,
      tree,
      managerTree: world.main,
      lender: kind,
      data: batchOf(tree, call),
      before: [
        rootChange(world.of, manager, { strategist, root }),
        rootChange(world.of, manager, { strategist: manager, root: rootHexOf(world.main) }),
      ],
    }
  }

/** Flash loans: the lender, the Manager's own root and role, and the batch inside. */
export const loanCases: readonly MatrixCase[] = [
  {
    name: 'an honest lender',
    make: loan,
    refused: null,
    check: (simulation) => assertBatches(simulation, 2),
  },
  {
    name: 'bytes of salt behind the batch',
    make: (world) => ({
      ...loan(world),
      data: batchOf(world.main, loanOf(world, { calls: inside(world), salt: '0x5a17' })),
    }),
    refused: null,
    check: (simulation) => assertBatches(simulation, 2),
  },
  {
    name: 'an empty batch inside',
    make: (world) => ({ ...loan(world), data: batchOf(world.main, loanOf(world, { calls: [] })) }),
    refused: null,
    check: (simulation) => assertBatches(simulation, 2),
  },
  {
    name: 'two loans one after the other, and a call between',
    make: (world) => {
      const [call] = [approve(world.of('USDC'), world.of('Aave pool'))]
      const loanCall = loanOf(world, { calls: inside(world) })
      return { ...loan(world), data: batchOf(world.main, loanCall, call, loanCall) }
    },
    refused: null,
    check: (simulation) => assertBatches(simulation, 3),
  },
  {
    name: 'the loan is lent on and taken back',
    make: (world) => ({
      ...loan(world),
      data: batchOf(world.main, loanOf(world, { calls: turned(world) })),
    }),
    refused: null,
  },
  {
    name: 'a tampering lender',
    make: lying('tampering'),
    refused: ownRefusal('BadFlashLoanIntentHash', 0),
  },
  {
    name: 'a silent lender',
    make: lying('silent'),
    refused: ownRefusal('FlashLoanNotExecuted', 0),
  },
  {
    name: 'the Manager without a root of its own',
    make: (world) => {
      const { manager } = world
      const before = [rootChange(world.of, manager, { strategist: manager, root: noRoot })]
      return { ...loan(world), before }
    },
    refused: unproven(0, 0),
  },
  {
    name: 'the Manager with the root of another tree',
    make: (world) => {
      const { manager } = world
      const root = rootHexOf(world.lending)
      const before = [rootChange(world.of, manager, { strategist: manager, root })]
      return { ...loan(world), managerTree: world.lending, before }
    },
    refused: unproven(0, 0),
  },
  {
    name: 'the Manager without its internal role',
    make: (world) => ({
      ...loan(world),
      before: [roleChange(world.of, world.manager, { role: 4, isOn: false })],
    }),
    refused: unauthorized(0),
  },
  {
    name: 'a batch inside that is proven in another tree',
    make: (world) => {
      const calls = [prove(world.lending, approve(world.of('WETH'), world.of('Aave pool')))]
      return { ...loan(world), data: batchOf(world.main, loanOf(world, { calls })) }
    },
    refused: unproven(0, 0),
  },
  {
    name: 'the strategist’s tree permits what the Manager’s does not',
    make: (world) => {
      const { of } = world
      const signature = 'approve(address,uint256)'
      const permit = { target: of('DAI'), signature, args: [of('Aave pool')] }
      const tree = treeOf(world, loanPermit(world, world.manager), permit)
      const from = world.strategistOf('lender of his own', tree)
      const calls = [prove(tree, approve(of('DAI'), of('Aave pool')))]
      const data = batchOf(tree, loanOf(world, { calls }))
      return { from, tree, managerTree: world.main, data }
    },
    refused: unproven(0, 0),
  },
  {
    name: 'the second call inside is unproven',
    make: (world) => {
      const [first] = inside(world)
      const calls = [first!, { ...first!, value: 1n }]
      return { ...loan(world), data: batchOf(world.main, loanOf(world, { calls })) }
    },
    refused: unproven(0, 1),
  },
  {
    name: 'the second call inside is refused by its target',
    make: (world) => {
      const calls = [
        ...inside(world),
        prove(world.main, transfer(world.of('WETH'), world.drone, 10n ** 30n)),
      ]
      return { ...loan(world), data: batchOf(world.main, loanOf(world, { calls })) }
    },
    refused: possible('InsufficientBalance', 0, 1),
  },
  {
    name: 'a part of the loan is spent, and paid back with the vault’s own',
    make: (world) => ({ ...loan(world), data: spent(world, 90n * ether) }),
    refused: null,
  },
  {
    name: 'the loan is spent and cannot be paid back',
    make: (world) => ({ ...loan(world), data: spent(world, 500n * ether) }),
    refused: possible('InsufficientBalance', 0),
  },
  {
    name: 'more than the lender has',
    make: (world) => ({
      ...loan(world),
      data: batchOf(world.main, loanOf(world, { calls: inside(world), amount: 10n ** 30n })),
    }),
    refused: possible('Error', 0),
  },
  {
    name: 'a loan inside a loan',
    make: (world) => {
      const calls = [prove(world.main, loanOf(world, { calls: inside(world), amount: 1n }))]
      return { ...loan(world), data: batchOf(world.main, loanOf(world, { calls })) }
    },
    refused: possible('Error', 0, 0),
  },
  {
    name: 'lists of different lengths inside',
    make: (world) => ({ ...loan(world), data: batchWith(world, unevenData(world)) }),
    refused: ownRefusal('InvalidValuesLength', 0),
  },
  {
    name: 'user data that is not a batch',
    make: (world) => ({ ...loan(world), data: batchWith(world, '0x5a5a') }),
    refused: possible('FailedInnerCall', 0),
  },
  {
    name: 'to an account without code',
    make: (world) => foreign(world, accountOf('no borrower')),
    refused: silent(0),
  },
  {
    name: 'to another Manager of the same lender',
    make: (world) => foreign(world, world.of('Local USD: manager')),
    refused: possible('ManagerWithMerkleVerification__FlashLoanNotInProgress', 0),
  },
  {
    name: 'without a leaf for it',
    make: (world) => {
      const calls = inside(world)
      const call = proveBy(world.lending, 0, loanOf(world, { calls }))
      return {
        from: world.of('second strategist'),
        tree: world.lending,
        managerTree: world.main,
        data: encodeManage([call]),
      }
    },
    refused: named('BaseDecoderAndSanitizer__FunctionSelectorNotSupported', 0),
  },
]

function loanPermit({ of }: MatrixWorld, manager: `0x${string}`, recipient = manager) {
  const signature = 'flashLoan(address,address[],uint256[],bytes)'
  return { target: manager, signature, args: [recipient, of('WETH')] }
}

function foreign(world: MatrixWorld, recipient: `0x${string}`): Made {
  const tree: LeafTree = treeOf(world, loanPermit(world, world.manager, recipient))
  const from = world.strategistOf(`loan to ${recipient}`, tree)
  const call = loanOf(world, { calls: inside(world), recipient })
  return { from, tree, managerTree: world.main, data: batchOf(tree, call) }
}

/** A loan whose user data is not made by the toolkit, which makes none of these. */
function batchWith(world: MatrixWorld, userData: `0x${string}`) {
  const { manager, main } = world
  const args = [manager, [world.of('WETH')], [ether], userData] as const
  const data = encodeFunctionData({ abi: managerAbi, functionName: 'flashLoan', args })
  return encodeManage([{ ...prove(main, loanOf(world, { calls: inside(world) })), data }])
}

function unevenData(world: MatrixWorld) {
  const [call] = inside(world)
  const { proof, decoder, target, data } = call!
  const types = parseAbiParameters('bytes32[][], address[], address[], bytes[], uint256[]')
  return encodeAbiParameters(types, [[[...proof]], [decoder], [target], [data], []])
}

function turned(world: MatrixWorld) {
  const { of, vault } = world
  const amount = 50n * ether
  const weth = of('WETH')
  return [
    approve(weth, of('Aave pool'), amount),
    callOf(of('Aave pool'), 'supply(address asset, uint256 amount, address to, uint16 code)', {
      args: [weth, amount, vault, 0],
    }),
    callOf(of('Aave pool'), 'withdraw(address asset, uint256 amount, address to)', {
      args: [weth, amount, vault],
    }),
  ].map((call) => prove(world.main, call))
}

/** Borrows nearly all that the lender has, and sends some of it to the drone. */
function spent(world: MatrixWorld, amount: bigint) {
  const calls = [prove(world.main, transfer(world.of('WETH'), world.drone, amount))]
  return batchOf(world.main, loanOf(world, { calls, amount: 450n * ether }))
}

function assertBatches({ logs }: Simulation, count: number): void {
  const logCount = logs.filter(({ decoded }) => decoded?.name === 'BoringVaultManaged').length
  if (logCount !== count)
    throw new Error(`BoringVaultManaged ${logCount} times instead of ${count}`)
}
