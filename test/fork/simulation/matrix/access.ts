import { encodeManage } from '@vaultwright/manager'
import { encodeFunctionData, parseAbi } from 'viem'
import { approve, batchOf, callOf, ether, prove } from './call.ts'
import { type MatrixCase, refusals } from './case.ts'
import { accountOf, type MatrixWorld, noRoot, roleChange, rootChange, rootHexOf } from './world.ts'

const { direct, paused, unauthorized, unproven } = refusals

/** One call that the main tree permits. */
const oneApproval = (world: MatrixWorld) => approve(world.of('WETH'), world.of('Aave pool'), ether)
const stop = (world: MatrixWorld) => ({
  from: world.of('pauser'),
  to: world.manager,
  data: encodeFunctionData({ abi: parseAbi(['function pause()']) }),
})
const go = (world: MatrixWorld) => ({
  ...stop(world),
  data: encodeFunctionData({ abi: parseAbi(['function unpause()']) }),
})
const main = (world: MatrixWorld) => ({
  tree: world.main,
  data: batchOf(world.main, oneApproval(world)),
})

/** Cases of access: the caller, the root, and times when no account may call. */
export const accessCases: readonly MatrixCase[] = [
  { name: 'a strategist with his root', make: main, refused: null },
  {
    name: 'unknown caller: no role',
    make: (world) => ({ ...main(world), from: world.fund(accountOf('unknown')) }),
    refused: unauthorized(),
  },
  {
    name: 'unknown caller: no role, an empty batch',
    make: (world) => ({
      from: world.fund(accountOf('unknown')),
      tree: world.main,
      data: encodeManage([]),
    }),
    refused: unauthorized(),
  },
  {
    name: 'a role that was taken away',
    make: (world) => ({
      ...main(world),
      before: [roleChange(world.of, world.of('strategist'), { role: 7, isOn: false })],
    }),
    refused: unauthorized(),
  },
  {
    name: 'the owner needs no role for an empty batch',
    make: (world) => ({ from: world.of('owner'), tree: null, data: encodeManage([]) }),
    refused: null,
  },
  {
    name: 'the owner without a root',
    make: (world) => ({ ...main(world), from: world.of('owner') }),
    refused: unproven(0),
  },
  {
    name: 'the owner with a root',
    make: (world) => {
      const strategist = world.of('owner')
      const root = rootHexOf(world.main)
      const before = [rootChange(world.of, world.manager, { strategist, root })]
      return { ...main(world), from: strategist, before }
    },
    refused: null,
  },
  {
    name: 'a role without a root: an empty batch',
    make: (world) => ({
      from: world.strategistOf('rootless, empty', null),
      tree: null,
      data: encodeManage([]),
    }),
    refused: null,
  },
  {
    name: 'a role without a root: a call',
    make: (world) => ({ ...main(world), from: world.strategistOf('rootless', null) }),
    refused: unproven(0),
  },
  {
    name: 'a root that was taken away',
    make: (world) => {
      const strategist = world.of('strategist')
      const before = [rootChange(world.of, world.manager, { strategist, root: noRoot })]
      return { ...main(world), before }
    },
    refused: unproven(0),
  },
  {
    name: 'a root that was rotated',
    make: (world) => {
      const strategist = world.of('strategist')
      const root = rootHexOf(world.lending)
      const before = [rootChange(world.of, world.manager, { strategist, root })]
      return { ...main(world), before }
    },
    refused: unproven(0),
  },
  {
    name: 'a paused Manager',
    make: (world) => ({ ...main(world), before: [stop(world)] }),
    refused: paused,
  },
  {
    name: 'a paused Manager: an empty batch',
    make: (world) => ({ tree: world.main, data: encodeManage([]), before: [stop(world)] }),
    refused: paused,
  },
  {
    name: 'a paused Manager and no role: the role comes first',
    make: (world) => ({
      ...main(world),
      from: world.fund(accountOf('unknown')),
      before: [stop(world)],
    }),
    refused: unauthorized(),
  },
  {
    name: 'a Manager that runs again',
    make: (world) => ({ ...main(world), before: [stop(world), go(world)] }),
    refused: null,
  },
  {
    name: 'a Manager that the vault does not know',
    make: (world) => ({
      ...main(world),
      before: [roleChange(world.of, world.manager, { role: 1, isOn: false })],
    }),
    refused: unauthorized(0),
  },
  {
    name: 'the second strategist with his own tree',
    make: (world) => ({
      from: world.of('second strategist'),
      tree: world.lending,
      data: batchOf(world.lending, oneApproval(world)),
    }),
    refused: null,
  },
  {
    name: 'the second strategist with the tree of the first',
    make: (world) => ({
      from: world.of('second strategist'),
      tree: world.lending,
      data: batchOf(world.main, oneApproval(world)),
    }),
    refused: unproven(0),
  },
  {
    name: 'another vault’s Manager',
    make: (world) => ({ ...main(world), manager: world.of('Local USD: manager'), tree: null }),
    refused: unproven(0),
  },
  {
    name: 'a wrong strategist, only his root known',
    make: (world) => ({
      from: world.of('second strategist'),
      tree: null,
      data: encodeManage([prove(world.main, oneApproval(world))]),
    }),
    refused: unproven(0),
  },
  {
    name: 'setManageRoot by a strategist',
    make: (world) => ({
      tree: null,
      data: rootChange(world.of, world.manager, {
        strategist: world.of('strategist'),
        root: noRoot,
      }).data,
    }),
    refused: direct('Error', { message: 'UNAUTHORIZED' }),
  },
  {
    name: 'pause by a strategist',
    make: (world) => ({ tree: null, data: stop(world).data }),
    refused: direct('Error', { message: 'UNAUTHORIZED' }),
  },
  {
    name: 'flashLoan by a strategist, not by the vault',
    make: (world) => ({ tree: null, data: loanData(world, 'flashLoan') }),
    refused: direct('ManagerWithMerkleVerification__OnlyCallableByBoringVault'),
  },
  {
    name: 'flashLoan by the owner, not by the vault',
    make: (world) => ({
      from: world.of('owner'),
      tree: null,
      data: loanData(world, 'flashLoan'),
    }),
    refused: direct('ManagerWithMerkleVerification__OnlyCallableByBoringVault'),
  },
  {
    name: 'receiveFlashLoan by a strategist, not by the lender',
    make: (world) => ({ tree: null, data: loanData(world, 'receiveFlashLoan') }),
    refused: direct('ManagerWithMerkleVerification__OnlyCallableByBalancerVault'),
  },
  {
    name: 'receiveFlashLoan by the lender, unasked',
    make: (world) => ({
      from: world.fund(world.of('Balancer vault')),
      tree: null,
      data: loanData(world, 'receiveFlashLoan'),
    }),
    refused: direct('ManagerWithMerkleVerification__FlashLoanNotInProgress'),
  },
]

function loanData({ of, manager }: MatrixWorld, name: 'flashLoan' | 'receiveFlashLoan') {
  const tokens = [of('WETH')]
  return name === 'flashLoan'
    ? callOf(
        manager,
        'flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)',
        { args: [manager, tokens, [1n], '0x'] },
      ).data
    : callOf(
        manager,
        'receiveFlashLoan(address[] tokens, uint256[] amounts, uint256[] fees, bytes userData)',
        { args: [tokens, [1n], [0n], '0x'] },
      ).data
}
